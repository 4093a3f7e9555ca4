import type { DemoSubjects, Scenario } from '@tote/conditions/kinds/shared/scenario';
import { formatInstant, type Outcome, parseAmount, unixSeconds } from '@tote/domain';
import { type Api, type Json, unitsOf } from './api.ts';
import type { Wallets } from './bettors.ts';
import { type NewWallet, signTransaction } from './new-wallet.ts';
import type { OpenMarket, PlayedBet } from './played.ts';

interface Opening {
  readonly scenario: Scenario;
  readonly subjects: DemoSubjects;
  readonly wallets: Wallets;
}

/** Ana creates the market, and all bettors of the scenario bet. */
export async function openMarket(
  api: Api,
  { scenario, subjects, wallets }: Opening,
): Promise<OpenMarket> {
  const { currency } = scenario;
  const asked = scenario.ask(subjects);
  const { expiresAt, endsAt: _endsAt, ...wanted } = asked;
  const expireAt = formatInstant(unixSeconds(expiresAt));
  const body = { ...wanted, outcomes: ['Yes', 'No'], currency, expireAt };
  const created = await api.post('/markets', body, wallets.ana.apiKey);
  const { id } = created;
  const decimals = (await api.get('/config')).decimals[currency];
  const bets: PlayedBet[] = [];
  for (const [who, outcome, text] of scenario.bets) {
    const bet = { outcome, amount: text };
    const { newOdds } = await placeBet(api, created, { wallet: wallets[who], bet });
    bets.push({ who, outcome, amount: parseAmount(text, decimals), odds: newOdds.Yes });
  }
  const { details, outcomes, feePercentage } = await api.get(`/markets/${id}`);
  const [yes, no] = outcomes;
  const { burn, developer } = feePercentage;
  return {
    ...{ scenario, asked, id, details, decimals, bets },
    feeRates: { burnBps: toBps(burn), developerBps: toBps(developer) },
    pools: { yes: unitsOf(yes.totalStake, decimals), no: unitsOf(no.totalStake, decimals) },
    odds: { Yes: yes.odds, No: no.odds },
  };
}

interface Placing {
  readonly wallet: NewWallet;
  readonly bet: { readonly outcome: Outcome; readonly amount: string };
}

/** In a custom market delegates cannot bet, so the wallet signs. */
async function placeBet(
  api: Api,
  { id, custom }: { id: string; custom: boolean },
  { wallet, bet }: Placing,
): Promise<Json> {
  const { key, apiKey } = wallet;
  if (!custom) return api.post(`/markets/${id}/bets`, bet, apiKey);
  const prepared = await api.post(`/markets/${id}/bets/prepare`, bet, apiKey);
  const transaction = await signTransaction(prepared.transaction, key);
  return api.post(`/markets/${id}/bets`, { transaction }, apiKey);
}

const toBps = (fraction: number) => Math.round(fraction * 10_000);

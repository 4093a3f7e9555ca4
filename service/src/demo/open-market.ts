import { formatInstant, parseAmount, unixSeconds } from '@tote/domain';
import { type Api, unitsOf } from './api.ts';
import type { ApiKeys } from './play.ts';
import type { OpenMarket, PlayedBet } from './played.ts';
import type { DemoSubjects, Scenario } from './scenarios.ts';

export interface Opening {
  readonly scenario: Scenario;
  readonly subjects: DemoSubjects;
  readonly apiKeys: ApiKeys;
}

/** Ana creates the market, and everybody bets. */
export async function openMarket(
  api: Api,
  { scenario, subjects, apiKeys }: Opening,
): Promise<OpenMarket> {
  const { currency } = scenario;
  const asked = scenario.ask(subjects);
  const { expiresAt, ...wanted } = asked;
  const expireAt = formatInstant(unixSeconds(expiresAt));
  const body = { ...wanted, outcomes: ['Yes', 'No'], currency, expireAt };
  const { id } = await api.post('/markets', body, apiKeys.ana);
  const decimals = (await api.get('/config')).decimals[currency];
  const bets: PlayedBet[] = [];
  for (const [who, outcome, text] of scenario.bets) {
    const bet = { outcome, amount: text };
    const { newOdds } = await api.post(`/markets/${id}/bets`, bet, apiKeys[who]);
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

const toBps = (fraction: number) => Math.round(fraction * 10_000);

import { setTimeout as sleep } from 'node:timers/promises';
import type { BettorName, DemoSubjects, Scenario } from '@tote/conditions/kinds/shared/scenario';
import { formatInstant, parseAmount, unixSeconds } from '@tote/domain';
import { decimal, type MarketRequest, type Tote } from '@tote/sdk';
import type { OpenMarket, PlayedBet } from './played.ts';

interface Opening {
  readonly scenario: Scenario;
  readonly subjects: DemoSubjects;
  readonly bettors: Readonly<Record<BettorName, Tote>>;
  readonly decimals: number;
}

export async function openMarket({
  scenario,
  subjects,
  bettors,
  decimals,
}: Opening): Promise<OpenMarket> {
  const { currency } = scenario;
  const asked = scenario.ask(subjects);
  const { expiresAt, endsAt: _endsAt, ...wanted } = asked;
  const expireAt = formatInstant(unixSeconds(expiresAt));
  const request = { ...wanted, outcomes: ['Yes', 'No'], currency, expireAt } as MarketRequest;
  const { id, custom } = await createMarket(bettors.ana, request);
  const bets: PlayedBet[] = [];
  for (const [who, outcome, text] of scenario.bets) {
    const amount = decimal(text);
    const bet = { marketId: id, outcome, amount, currency, wait: 'confirmed' } as const;
    // In a custom market delegates cannot bet, so the wallet signs.
    const { newOdds } = await bettors[who].placeBet(custom ? { ...bet, signedBy: 'wallet' } : bet);
    bets.push({ who, outcome, amount: parseAmount(text, decimals), odds: newOdds.Yes });
  }
  const { details, outcomes, feePercentage } = await bettors.ana.getMarket({ marketId: id });
  const stakeOf = (at: number) => parseAmount(outcomes[at]?.totalStake ?? '', decimals);
  const { burn, developer } = feePercentage;
  return {
    ...{ scenario, asked, id, details, decimals, bets },
    feeRates: { burnBps: toBps(burn), developerBps: toBps(developer) },
    pools: { yes: stakeOf(0), no: stakeOf(1) },
    odds: { Yes: outcomes[0]?.odds ?? 0, No: outcomes[1]?.odds ?? 0 },
  };
}

const RETRY_MS = 50;

/** On a busy machine it is pending at first. The same request is answered when it is on chain. */
async function createMarket(tote: Tote, request: MarketRequest) {
  const idempotencyKey = crypto.randomUUID();
  for (;;) {
    const market = await tote.createMarket(request, { idempotencyKey });
    if (market.state !== 'pending') return market;
    await sleep(RETRY_MS);
  }
}

const toBps = (fraction: number) => Math.round(fraction * 10_000);

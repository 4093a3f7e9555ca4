import { setTimeout as sleep } from 'node:timers/promises';
import { parseAmount } from '@tote/domain';
import { type Api, type Json, unitsOf } from './api.ts';
import type { ApiKeys } from './play.ts';
import { type OpenMarket, type PaidBettor, type PlayedMarket, positionOf } from './played.ts';
import { BETTORS } from './scenarios.ts';

const WAIT_MS_MAX = 30_000;
const POLL_MS = 20;

export interface Ending {
  readonly market: OpenMarket;
  readonly apiKeys: ApiKeys;
  readonly lastSeen: string | null;
}

/** Waits until all bettors are paid, and reads the result and the payout of each. */
export async function endMarket(
  api: Api,
  { market, apiKeys, lastSeen }: Ending,
): Promise<PlayedMarket> {
  const { id, bets, decimals } = market;
  const detail = await awaitSettled(api, id);
  const { winningOutcome, resolvedAt, payoutRatio, feesCollected } = detail;
  const inside = BETTORS.filter((who) => bets.some((bet) => bet.who === who));
  const payouts = await Promise.all(
    inside.map(async (who): Promise<PaidBettor> => {
      const { yourWinnings } = await api.get(`/markets/${id}/result`, apiKeys[who]);
      const { yours } = await api.get(`/markets/${id}`, apiKeys[who]);
      return {
        who,
        position: positionOf(bets, who),
        winnings: unitsOf(yourWinnings, decimals),
        paid: unitsOf(yours.payout ?? 0, decimals),
      };
    }),
  );
  const feeOf = (text: string) => parseAmount(text.split(' ')[0] ?? '', decimals);
  return {
    ...market,
    ...{ outcome: winningOutcome, resolvedAt, payoutRatio, payouts, lastSeen },
    burned: feeOf(feesCollected.burned),
    developer: feeOf(feesCollected.developer),
  };
}

async function awaitSettled(api: Api, id: string): Promise<Json> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const market = await api.get(`/markets/${id}`);
    if (market.settled) return market;
    if (waitedMs > WAIT_MS_MAX) throw new Error(`${id} is not settled`);
    await sleep(POLL_MS);
  }
}

import { pollUntil } from '@tote/chain/lib/poll-until';
import { BETTORS } from '@tote/conditions/kinds/shared/scenario';
import { parseAmount } from '@tote/domain';
import { type Api, type Json, unitsOf } from './api.ts';
import type { ApiKeys } from './bettors.ts';
import { type OpenMarket, type PaidBettor, type PlayedMarket, positionOf } from './played.ts';

/** Half a minute in total. */
const POLLS = { everyMs: 20, reads: 1_500 };

interface Ending {
  readonly market: OpenMarket;
  readonly apiKeys: ApiKeys;
}

export async function endMarket(api: Api, { market, apiKeys }: Ending): Promise<PlayedMarket> {
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
    ...{ outcome: winningOutcome, resolvedAt, payoutRatio, payouts },
    decidingValue: readDecidingValue(await api.get(`/markets/${id}/resolution`)),
    burned: feeOf(feesCollected.burned),
    developer: feeOf(feesCollected.developer),
  };
}

/** From the evidence in the receipt. Null if nothing was measured. */
function readDecidingValue({ evidence }: Json): string | null {
  if (!evidence || evidence.attestation) return null;
  const { verdict, condition } = JSON.parse(evidence.text);
  const { sources, threshold, unit } = JSON.parse(condition);
  if (sources) return `the sources say ${verdict.value}`;
  if (threshold === undefined) return `the account says ${verdict.value}`;
  if (verdict.value === 'never') return `it never happened, asked for ${threshold} ${unit}`;
  return `${verdict.value} ${unit}, asked for ${threshold}`;
}

async function awaitSettled(api: Api, id: string): Promise<Json> {
  const read = () => api.get(`/markets/${id}`);
  const market = await pollUntil(read, ({ settled }) => settled, POLLS);
  if (!market.settled) throw new Error(`${id} is not settled`);
  return market;
}

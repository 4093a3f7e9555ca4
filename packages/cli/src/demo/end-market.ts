import { pollUntil } from '@tote/chain/lib/poll-until';
import { BETTORS, type BettorName } from '@tote/conditions/kinds/shared/scenario';
import { parseAmount } from '@tote/domain';
import type { Receipt, Tote } from '@tote/sdk';
import { type OpenMarket, type PaidBettor, type PlayedMarket, positionOf } from './played.ts';

/** Half a minute in total. */
const POLLS = { everyMs: 20, reads: 1_500 };

export async function endMarket(
  market: OpenMarket,
  bettors: Readonly<Record<BettorName, Tote>>,
): Promise<PlayedMarket> {
  const { id: marketId, bets, decimals } = market;
  const read = () => bettors.ana.getMarket({ marketId });
  const ended = await pollUntil(read, ({ settled = false }) => settled, POLLS);
  const { settled, winningOutcome = null, resolvedAt, payoutRatio, feesCollected } = ended;
  if (!settled || !resolvedAt || !payoutRatio || !feesCollected) {
    throw new Error(`${marketId} is not settled`);
  }
  const inside = BETTORS.filter((who) => bets.some((bet) => bet.who === who));
  const payouts = await Promise.all(
    inside.map(async (who): Promise<PaidBettor> => {
      const { yourWinnings } = await bettors[who].getResult({ marketId });
      const { yours } = await bettors[who].getMarket({ marketId });
      return {
        who,
        position: positionOf(bets, who),
        winnings: parseAmount(yourWinnings, decimals),
        paid: parseAmount(yours?.payout ?? '0', decimals),
      };
    }),
  );
  const feeOf = (text: string) => parseAmount(text.split(' ')[0] ?? '', decimals);
  return {
    ...market,
    ...{ outcome: winningOutcome, resolvedAt, payoutRatio, payouts },
    decidingValue: readDecidingValue(await bettors.ana.getReceipt({ marketId })),
    burned: feeOf(feesCollected.burned),
    developer: feeOf(feesCollected.developer),
  };
}

function readDecidingValue({ evidence }: Receipt): string | null {
  if (!evidence || evidence.attestation) return null;
  const { verdict, condition } = JSON.parse(evidence.text);
  const { sources, from, low, high, unit, ...rest } = JSON.parse(condition);
  const threshold = low === undefined ? rest.threshold : `${low} to ${high}`;
  if (sources) return `the sources say ${verdict.value}`;
  if (from !== undefined && threshold === undefined) return `${verdict.value} ${unit}`;
  if (threshold === undefined) return `the account says ${verdict.value}`;
  if (verdict.value === 'never') return `it never happened, asked for ${threshold} ${unit}`;
  return `${verdict.value} ${unit}, asked for ${threshold}`;
}

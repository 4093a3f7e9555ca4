import {
  type Decimal,
  fromBaseUnits,
  type Position,
  type Scale,
  toBaseUnits,
  type Wallet,
} from '@tote/sdk';
import { shareOf } from '../../format/amounts.ts';

export interface ProfitStep {
  readonly marketId: string;
  readonly question: string;
  readonly status: Position['status'];
  /** Payout less both stakes in this market. Negative for a loss. */
  readonly profit: Decimal;
  readonly total: Decimal;
}

/**
 * Oldest first. `positions` are the newest, as the service lists them; the first total includes
 * the results before them.
 */
export function listProfitSteps(
  { results }: Pick<Wallet, 'results'>,
  positions: readonly Position[],
  currency: 'SOL' | 'UTILITY',
  scale: Scale,
): ProfitStep[] {
  const units = (amount: Decimal) => toBaseUnits(amount, scale);
  let total = units(results[currency].profit);
  const newestFirst = positions.flatMap((position) => {
    const { marketId, question, status, payout, stakes } = position;
    if (position.currency !== currency || payout === null) return [];
    const profit = units(payout) - units(stakes.Yes) - units(stakes.No);
    const step = { marketId, question, status };
    const after = total;
    total -= profit;
    return [{ ...step, profit: fromBaseUnits(profit, scale), total: fromBaseUnits(after, scale) }];
  });
  return newestFirst.reverse();
}

/** One step per market from left to right, the greatest total at the top; 0 is always shown. */
export function toStairs(markets: readonly ProfitStep[], scale: Scale) {
  const units = (amount: Decimal) => toBaseUnits(amount, scale);
  const totals = markets.map(({ total }) => units(total));
  const [first] = markets;
  const before = first ? units(first.total) - units(first.profit) : 0n;
  const all = [before, ...totals, 0n].sort((a, b) => (a < b ? -1 : Number(a > b)));
  const [low = 0n, high = 0n] = [all[0], all.at(-1)];
  const height = (total: bigint) => shareOf(total - low, high - low);
  const steps = [before, ...totals].map((total, index) => ({
    x: index / (totals.length + 1),
    y: height(total),
  }));
  return { steps, zero: height(0n) };
}

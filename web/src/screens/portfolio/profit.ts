// What the settled positions of a wallet came to, one after the other.
import {
  type Decimal,
  fromBaseUnits,
  type Position,
  type Scale,
  toBaseUnits,
  type Wallet,
} from '@tote/sdk';

export interface ProfitStep {
  readonly marketId: string;
  readonly question: string;
  readonly status: Position['status'];
  /** Of this market: payout less both stakes. Negative for a loss. */
  readonly profit: Decimal;
  /** Of all markets until then. */
  readonly total: Decimal;
}

/**
 * Oldest first. `positions` are the newest, as the service lists them; what came before them is in
 * the total of the first.
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

const WIDTH = 600;
const HEIGHT = 160;

export interface StepPath {
  readonly width: number;
  readonly height: number;
  /** Of an SVG path. */
  readonly line: string;
  /** Where profit is 0, from above. */
  readonly zero: number;
}

/** The steps from left to right, the greatest total at the top. 0 is always within. */
export function drawSteps(steps: readonly ProfitStep[], scale: Scale): StepPath {
  const totals = steps.map(({ total }) => toBaseUnits(total, scale));
  const before =
    totals[0] === undefined
      ? 0n
      : totals[0] - toBaseUnits(steps[0]?.profit ?? ('0' as Decimal), scale);
  const all = [before, ...totals, 0n];
  const [low, high] = [least(all), -least(all.map((each) => -each))];
  const range = high > low ? high - low : 1n;
  // Pixels need few digits: the amounts themselves stay exact.
  const y = (total: bigint) => Number(((high - total) * BigInt(HEIGHT * 10)) / range) / 10;
  const x = (index: number) => Math.round(((index + 1) * WIDTH * 10) / (totals.length + 1)) / 10;
  const moves = totals.map((total, index) => `H${x(index)}V${y(total)}`);
  return {
    ...{ width: WIDTH, height: HEIGHT, zero: y(0n) },
    line: `M0 ${y(before)}${moves.join('')}H${WIDTH}`,
  };
}

const least = (values: readonly bigint[]) =>
  values.reduce((low, each) => {
    if (each < low) return each;
    return low;
  });

import { type Pools, totalVolume } from './pools.ts';
import { TEN_THOUSANDTHS_PER_ONE, type TenThousandths, tenThousandths } from './ten-thousandths.ts';

/** Each outcome's share of the total stake. The two always sum to exactly 1. */
export interface Odds {
  readonly yes: TenThousandths;
  readonly no: TenThousandths;
}

/**
 * Yes is rounded half up and No is its complement. Rounding both would break the sum: pools of 1
 * and 31 would show 0.0313 and 0.9688.
 */
export function oddsRoundHalfUp(pools: Pools): Odds {
  const total = totalVolume(pools);
  const yes =
    total === 0n
      ? TEN_THOUSANDTHS_PER_ONE / 2n
      : (2n * pools.yes * TEN_THOUSANDTHS_PER_ONE + total) / (2n * total);
  return { yes: tenThousandths(yes), no: tenThousandths(TEN_THOUSANDTHS_PER_ONE - yes) };
}

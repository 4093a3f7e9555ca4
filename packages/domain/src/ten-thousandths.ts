import type { Brand } from './brand.ts';
import { formatDecimal } from './decimal.ts';

/**
 * A ratio as an integer count of 1/10,000: odds and payout ratios. A bigint, because a payout
 * ratio has no upper bound and because serialising one by mistake then fails loudly.
 */
export type TenThousandths = Brand<bigint, 'TenThousandths'>;

export const TEN_THOUSANDTHS_PER_ONE = 10_000n as TenThousandths;

const DECIMALS_SHOWN = 4;

export function tenThousandths(value: bigint): TenThousandths {
  if (value < 0n) throw new RangeError(`tenThousandths: ${value} is negative`);
  return value as TenThousandths;
}

/** Decimal text with at most four decimals: `0.7143`, `0.5`, `1`. */
export function formatTenThousandths(value: TenThousandths): string {
  return formatDecimal(value, DECIMALS_SHOWN);
}

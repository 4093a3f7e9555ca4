import { ZERO } from './amount.ts';
import type { DecimalParts } from './decimal.ts';
import { DomainError } from './errors.ts';
import type { FeeRates } from './fees.ts';
import { mulDivFloor } from './mul-div.ts';
import type { Outcome } from './outcome.ts';
import { addStake, type Pools, type Stake } from './pools.ts';
import { decideSettlement, type PaidSettlement, type Settlement } from './settlement.ts';
import {
  formatTenThousandths,
  TEN_THOUSANDTHS_PER_ONE,
  type TenThousandths,
  tenThousandths,
} from './ten-thousandths.ts';

const NOTHING = tenThousandths(0n);

/** Units returned per unit staked on each outcome. For display only; payouts do not use it. */
export function payoutRatioFloor(settlement: Settlement, pools: Pools) {
  if (settlement.kind === 'refunded') {
    return { yes: refundRatio(pools.yes), no: refundRatio(pools.no) };
  }
  const winner = winnerRatioFloor(settlement);
  const ratioOf = (outcome: Outcome) => (outcome === settlement.outcome ? winner : NOTHING);
  return { yes: ratioOf('Yes'), no: ratioOf('No') };
}

/** Stakes are returned one for one. A side without stakes has ratio 0. */
function refundRatio(pool: bigint): TenThousandths {
  return pool > 0n ? TEN_THOUSANDTHS_PER_ONE : NOTHING;
}

/**
 * 1 + D / W rounded down. A large winning pool can hide a small gain, so a winner's ratio is at
 * least 1 rather than above it.
 */
function winnerRatioFloor({ winningPool, distributable }: PaidSettlement): TenThousandths {
  if (winningPool === ZERO) return TEN_THOUSANDTHS_PER_ONE;
  const gain = mulDivFloor(distributable, TEN_THOUSANDTHS_PER_ONE, winningPool);
  return tenThousandths(TEN_THOUSANDTHS_PER_ONE + gain);
}

/** The program has 32 bits for the minimum ratio of a bet. */
export const MIN_RATIO_BPS_MAX = 2 ** 32 - 1;
const BPS_DECIMALS = 4;
const SHIFT_MAX = 100;

/**
 * A minimum ratio in basis points, rounded up: a ratio that is rounded down reaches both or
 * neither. Null if it is out of range.
 */
export function minRatioBpsCeil(minimum: DecimalParts | null): number | null {
  if (minimum === null || minimum.digits.length > SHIFT_MAX) return null;
  const units = BigInt(minimum.digits);
  // Beyond as many digits as there are, a longer shift gives the same: 0, 1 or too much.
  const shift = Math.max(-SHIFT_MAX, Math.min(minimum.scale - BPS_DECIMALS, SHIFT_MAX));
  const power = 10n ** BigInt(Math.abs(shift));
  const bps = shift < 0 ? units * power : (units + power - 1n) / power;
  return bps <= MIN_RATIO_BPS_MAX ? Number(bps) : null;
}

/** What a bet's side would pay per unit if it won now; 1 while the other side is empty. */
export function ratioWithStakeFloor(
  pools: Pools,
  { outcome, amount }: Stake,
  rates: FeeRates,
): TenThousandths {
  const after = addStake(pools, outcome, amount);
  const settlement = decideSettlement(after, { kind: 'outcome', outcome }, rates);
  const { yes, no } = payoutRatioFloor(settlement, after);
  return outcome === 'Yes' ? yes : no;
}

export function ratioTooLow(ratio: TenThousandths, minRatioBps: number): DomainError {
  return new DomainError('ratio_too_low', {
    ratio: formatTenThousandths(ratio),
    minimum: formatTenThousandths(tenThousandths(BigInt(minRatioBps))),
  });
}

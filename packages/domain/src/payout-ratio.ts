import { ZERO } from './amount.ts';
import { mulDivFloor } from './mul-div.ts';
import type { Outcome } from './outcome.ts';
import type { Pools } from './pools.ts';
import type { PaidSettlement, Settlement } from './settlement.ts';
import { TEN_THOUSANDTHS_PER_ONE, type TenThousandths, tenThousandths } from './ten-thousandths.ts';

/** Units returned per unit staked on each outcome. For display only; payouts do not use it. */
interface PayoutRatio {
  readonly yes: TenThousandths;
  readonly no: TenThousandths;
}

const NOTHING = tenThousandths(0n);

export function payoutRatioFloor(settlement: Settlement, pools: Pools): PayoutRatio {
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

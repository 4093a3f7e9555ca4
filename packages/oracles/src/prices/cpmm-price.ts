// The price of a mint in a Raydium CPMM pool.
import type { AccountSnapshot, Sample } from '../account-snapshot.ts';
import type { CpmmObservations } from '../layouts/cpmm-observations.ts';
import { type CpmmPool, decodeCpmmPool } from '../layouts/cpmm-pool.ts';
import { CPMM_PROGRAM } from '../programs.ts';
import { type Rational, rational } from '../rational.ts';
import { type Reading, readable, unreadable } from '../reading.ts';
import {
  type PoolPrice,
  type PoolReader,
  type Priced,
  priceOfReserves,
  readVaults,
} from './pool-price.ts';

/** From the vaults' balances, without the fees in them. */
export const readCpmmPrice: PoolReader = (account, sample, priced) => {
  if (account.owner !== CPMM_PROGRAM) return undefined;
  const decoded = decodeCpmmPool(account);
  // The pool's observation account has the same owner but another type.
  if (!decoded.ok) return decoded.code === 'wrong_type' ? undefined : decoded;
  const side = sideOf(decoded.value, priced);
  if (side === undefined) return undefined;
  if (!decoded.value.canSwap) return unreadable('inactive', 'the pool does not trade');
  return priceSide(account, sample, { pool: decoded.value, side, priced });
};

function sideOf({ mints }: CpmmPool, { mint, quoteMint }: Priced): 0 | 1 | undefined {
  if (mints[0] === mint && mints[1] === quoteMint) return 0;
  if (mints[1] === mint && mints[0] === quoteMint) return 1;
  return undefined;
}

interface Side {
  readonly pool: CpmmPool;
  /** Which of the two mints is priced. */
  readonly side: 0 | 1;
  readonly priced: Priced;
}

function priceSide(
  account: AccountSnapshot,
  sample: Sample,
  { pool, side, priced }: Side,
): Reading<PoolPrice> {
  const other = side === 0 ? 1 : 0;
  const vaults = readVaults(
    sample,
    { vault: pool.vaults[side], mint: pool.mints[side] },
    { vault: pool.vaults[other], mint: pool.mints[other] },
  );
  if (!vaults.ok) return vaults;
  const base = vaults.value.base - pool.fees[side];
  const quote = vaults.value.quote - pool.fees[other];
  return priceOfReserves(account, { base, quote }, priced);
}

const Q32 = 1n << 32n;

/**
 * The pool's own time-weighted price of one of its mints in the other, in base units, between the
 * last observations at or before two moments. The pool records only when somebody trades.
 */
export function readCpmmTwap(
  { observations }: CpmmObservations,
  side: 0 | 1,
  { from, to }: { from: bigint; to: bigint },
): Reading<Rational> {
  const start = observations.filter(({ at }) => at <= from).at(-1);
  const end = observations.filter(({ at }) => at <= to).at(-1);
  if (!start || !end) return unreadable('incomplete', 'the pool’s record begins too late');
  if (end.at <= start.at) return unreadable('incomplete', 'nobody traded in the window');
  const sum = BigInt.asUintN(128, end.cumulative[side] - start.cumulative[side]);
  if (sum === 0n) return unreadable('not_positive', 'the pool’s record says zero');
  return readable(rational(sum, Q32 * (end.at - start.at)));
}

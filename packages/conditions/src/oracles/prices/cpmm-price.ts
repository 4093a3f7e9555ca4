import type { AccountSnapshot, Sample } from '../account-snapshot.ts';
import { type CpmmPool, decodeCpmmPool } from '../layouts/cpmm-pool.ts';
import { CPMM_PROGRAM } from '../programs.ts';
import { type Reading, unreadable } from '../reading.ts';
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

// The SOL that a pool really holds, without virtual reserves.
import type { Address } from '@solana/kit';
import { type AccountSnapshot, findAccount, isMissing, type Sample } from '../account-snapshot.ts';
import { decodeLaunchLabPool } from '../layouts/launchlab-pool.ts';
import { decodePumpCurve } from '../layouts/pump-curve.ts';
import { findSolVault } from '../list-vaults.ts';
import { WRAPPED_SOL } from '../programs.ts';
import { type Reading, readable, unreadable } from '../reading.ts';
import { readVault } from './pool-price.ts';

/** Nothing if the account does not exist. A curve starts with a virtual reserve. */
export function readReserve(sample: Sample, pool: Address): Reading<bigint> {
  const account = findAccount(sample, pool);
  if (!account) return unreadable('missing', `the pool ${pool} was not read`);
  return isMissing(account) ? readable(0n) : readOwn(sample, account);
}

function readOwn(sample: Sample, account: AccountSnapshot): Reading<bigint> {
  const curve = decodePumpCurve(account);
  if (curve.ok) {
    return readable(curve.value.quoteMint === WRAPPED_SOL ? curve.value.realQuoteReserves : 0n);
  }
  const launch = decodeLaunchLabPool(account);
  if (launch.ok) return readable(launch.value.realQuote);
  const vault = findSolVault(account);
  if (!vault) return unreadable('wrong_type', `${account.address} is not a pool with SOL`);
  return readVault(sample, vault, WRAPPED_SOL);
}

/** The most that one of them holds. If one cannot be read, it may hold more. */
export function readDeepest(sample: Sample, pools: Iterable<Address>): Reading<bigint> {
  let most = 0n;
  for (const pool of pools) {
    const reserve = readReserve(sample, pool);
    if (!reserve.ok) return reserve;
    if (reserve.value > most) most = reserve.value;
  }
  return readable(most);
}

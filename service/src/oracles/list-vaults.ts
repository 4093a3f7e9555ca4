import type { Address } from '@solana/kit';
import type { AccountSnapshot } from './account-snapshot.ts';
import { decodeCpmmPool } from './layouts/cpmm-pool.ts';
import { decodePumpSwapPool } from './layouts/pumpswap-pool.ts';
import { decodeWhirlpool } from './layouts/whirlpool.ts';

/** The accounts that must be read together with a pool, so that its price can be told. */
export function listVaults(account: AccountSnapshot): readonly Address[] {
  const pumpSwap = decodePumpSwapPool(account);
  if (pumpSwap.ok) return [pumpSwap.value.baseVault, pumpSwap.value.quoteVault];
  const cpmm = decodeCpmmPool(account);
  if (cpmm.ok) return [...cpmm.value.vaults, cpmm.value.observation];
  const whirlpool = decodeWhirlpool(account);
  if (whirlpool.ok) return [whirlpool.value.vaultA, whirlpool.value.vaultB];
  return [];
}

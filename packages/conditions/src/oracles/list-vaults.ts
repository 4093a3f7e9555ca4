import type { Address } from '@solana/kit';
import type { AccountSnapshot } from './account-snapshot.ts';
import { decodeCpmmPool } from './layouts/cpmm-pool.ts';
import { decodePumpSwapPool } from './layouts/pumpswap-pool.ts';
import { decodeWhirlpool } from './layouts/whirlpool.ts';
import { WRAPPED_SOL } from './programs.ts';

/** The accounts that must be read together with a pool to compute its price. */
export function listVaults(account: AccountSnapshot): readonly Address[] {
  const pumpSwap = decodePumpSwapPool(account);
  if (pumpSwap.ok) return [pumpSwap.value.baseVault, pumpSwap.value.quoteVault];
  const cpmm = decodeCpmmPool(account);
  if (cpmm.ok) return [...cpmm.value.vaults, cpmm.value.observation];
  const whirlpool = decodeWhirlpool(account);
  if (whirlpool.ok) return [whirlpool.value.vaultA, whirlpool.value.vaultB];
  return [];
}

export function findSolVault(account: AccountSnapshot): Address | undefined {
  const pumpSwap = decodePumpSwapPool(account);
  if (pumpSwap.ok) {
    const { baseMint, baseVault, quoteMint, quoteVault } = pumpSwap.value;
    return chooseSol([baseMint, quoteMint], [baseVault, quoteVault]);
  }
  const cpmm = decodeCpmmPool(account);
  if (cpmm.ok) return chooseSol(cpmm.value.mints, cpmm.value.vaults);
  const whirlpool = decodeWhirlpool(account);
  if (!whirlpool.ok) return undefined;
  const { mintA, vaultA, mintB, vaultB } = whirlpool.value;
  return chooseSol([mintA, mintB], [vaultA, vaultB]);
}

function chooseSol(
  mints: readonly [Address, Address],
  vaults: readonly [Address, Address],
): Address | undefined {
  const index = mints.indexOf(WRAPPED_SOL);
  return index < 0 ? undefined : vaults[index];
}

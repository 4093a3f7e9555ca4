import type { Address } from '@solana/kit';
import type { AccountSnapshot } from './account-snapshot.ts';
import { decodeCpmmPool } from './layouts/cpmm-pool.ts';
import { decodePumpSwapPool } from './layouts/pumpswap-pool.ts';
import { decodeWhirlpool } from './layouts/whirlpool.ts';
import { WRAPPED_SOL } from './programs.ts';

interface Sides {
  readonly mints: readonly Address[];
  readonly vaults: readonly Address[];
  /** What else must be read. */
  readonly others: readonly Address[];
}

/** Undefined if the account is not a pool with vaults. */
function findSides(account: AccountSnapshot): Sides | undefined {
  const pumpSwap = decodePumpSwapPool(account);
  if (pumpSwap.ok) {
    const { baseMint, baseVault, quoteMint, quoteVault } = pumpSwap.value;
    return { mints: [baseMint, quoteMint], vaults: [baseVault, quoteVault], others: [] };
  }
  const cpmm = decodeCpmmPool(account);
  if (cpmm.ok) return { ...cpmm.value, others: [cpmm.value.observation] };
  const whirlpool = decodeWhirlpool(account);
  if (!whirlpool.ok) return undefined;
  const { mintA, vaultA, mintB, vaultB } = whirlpool.value;
  return { mints: [mintA, mintB], vaults: [vaultA, vaultB], others: [] };
}

/** The accounts that must be read together with a pool to compute its price. */
export function listVaults(account: AccountSnapshot): readonly Address[] {
  const { vaults = [], others = [] } = findSides(account) ?? {};
  return [...vaults, ...others];
}

export function findSolVault(account: AccountSnapshot): Address | undefined {
  const { mints = [], vaults = [] } = findSides(account) ?? {};
  return vaults[mints.indexOf(WRAPPED_SOL)];
}

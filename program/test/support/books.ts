import { Currency } from '@tote/program-client';
import { vaultAddress } from './build.ts';
import { addresses } from './genesis.ts';
import { patchU64 } from './patch.ts';
import { setTokenAccount, tokenAmount } from './tokens.ts';
import type { World } from './world.ts';

const OWED_OFFSET = 8;

/** Writes what a vault owes and what it holds, its own rent apart, past all rules. */
export function setBooks(
  world: World,
  currency: Currency,
  { owed, held = owed }: { owed: bigint; held?: bigint },
): void {
  const vault = vaultAddress(currency);
  patchU64(world, vault, OWED_OFFSET, owed);
  if (currency === Currency.Sol) {
    const data = world.getData(vault);
    const lamports = held + world.rent(data.length);
    world.setAccount(vault, { data, owner: addresses.program, lamports });
    return;
  }
  const { vaultToken, utilityMint: mint } = addresses;
  setTokenAccount(world, vaultToken, { mint, owner: vault, amount: held });
}

/** What a vault has, its own rent apart. */
export function heldBy(world: World, currency: Currency): bigint {
  if (currency === Currency.Utility) return tokenAmount(world, addresses.vaultToken);
  const { vaultSol } = addresses;
  return world.getLamports(vaultSol) - world.rent(world.getData(vaultSol).length);
}

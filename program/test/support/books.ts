import { Currency } from '@tote/program-client';
import { vaultAddress } from './build.ts';
import { type Chain, rentAtGenesis } from './chain.ts';
import { addresses } from './genesis.ts';
import { patchU64 } from './patch.ts';
import { tokenAmount } from './tokens.ts';

const OWED_OFFSET = 8;
/** In a token account. */
const AMOUNT_OFFSET = 64;
const VAULT_BYTES = 152;
/** The program gives it this much, so that a higher rent does not lock up anybody's coins. */
const VAULT_SOL_RENTS = 10n;

/** The lamports that the SOL vault has for itself. */
export const VAULT_SOL_FUNDING = VAULT_SOL_RENTS * rentAtGenesis(VAULT_BYTES);

/** Writes what a vault owes and what it holds, its own funding apart, past all rules. */
export function setBooks(
  chain: Chain,
  currency: Currency,
  { owed, held = owed }: { owed: bigint; held?: bigint },
): void {
  const vault = vaultAddress(currency);
  patchU64(chain, vault, OWED_OFFSET, owed);
  if (currency === Currency.Sol) {
    const data = chain.getData(vault);
    const lamports = held + VAULT_SOL_FUNDING;
    chain.setAccount(vault, { data, owner: addresses.program, lamports });
    return;
  }
  patchU64(chain, addresses.vaultToken, AMOUNT_OFFSET, held);
}

/** What a vault has, its own funding apart. */
export function heldBy(chain: Chain, currency: Currency): bigint {
  if (currency === Currency.Utility) return tokenAmount(chain, addresses.vaultToken);
  return chain.getLamports(addresses.vaultSol) - VAULT_SOL_FUNDING;
}

// The first programs and accounts of a chain, besides those that every Solana chain has.
import type { AccountMap } from './account.ts';
import type { Key } from './key.ts';
import type { Ledger } from './ledger.ts';

interface GenesisProgram {
  address: Key;
  elf: Uint8Array;
  upgradeAuthority?: Key;
}

export interface Genesis {
  programs: GenesisProgram[];
  accounts: AccountMap;
}

export async function writeGenesis(ledger: Ledger, genesis: Genesis): Promise<void> {
  for (const { address, elf, upgradeAuthority } of genesis.programs) {
    await ledger.addProgram(address, elf, upgradeAuthority);
  }
  if (genesis.accounts.size > 0) await ledger.setAccounts(genesis.accounts);
}

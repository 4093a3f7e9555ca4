import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Address } from '@solana/kit';
import { Currency, TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { Account } from 'litesvm/dist/internal.js';
import { deriveAddress, toBytes } from './address-bytes.ts';
import type { Chain } from './chain.ts';
import { createKey } from './key.ts';
import { associatedTokenAddress, setMint, setTokenAccount, tokenProgram } from './tokens.ts';

/** Another build of the program, for instance one with a fault in it (tools/mutants). */
const PROGRAM_FILE = process.env.TOTE_PROGRAM_FILE ?? resolve(import.meta.dirname, '../../tote.so');
export const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address;
const WALLET_LAMPORTS = 1_000_000_000_000n;
const WALLET_UTILITY = 1_000_000_000_000n;
const UTILITY_DECIMALS = 6;

/** In lamports. */
export const SOL = 1_000_000_000n;

/** Everyone in the tests. The operator is also the delegate, as the service's relayer is. */
export const keys = {
  upgradeAuthority: createKey('upgrade authority'),
  admin: createKey('admin'),
  operator: createKey('operator'),
  oracle: createKey('oracle'),
  guardian: createKey('guardian'),
  treasury: createKey('treasury'),
  keeper: createKey('keeper'),
  creator: createKey('creator'),
  mintAuthority: createKey('mint authority'),
  alice: createKey('alice'),
  bob: createKey('bob'),
  carol: createKey('carol'),
  stranger: createKey('stranger'),
};

const utilityMint = createKey('utility mint').address;
const derive = (...seeds: (string | Uint8Array)[]) =>
  deriveAddress(TOTE_PROGRAM_ADDRESS, seeds).address;

/** The accounts that there is exactly one of. */
export const addresses = {
  program: TOTE_PROGRAM_ADDRESS as Address,
  programData: deriveAddress(LOADER, [toBytes(TOTE_PROGRAM_ADDRESS)]).address,
  config: derive('config'),
  vaultSol: derive('vault', Uint8Array.of(Currency.Sol)),
  vaultUtility: derive('vault', Uint8Array.of(Currency.Utility)),
  vaultToken: derive('vault-token'),
  utilityMint,
  tokenProgram,
  treasuryToken: associatedTokenAddress(keys.treasury.address, utilityMint),
  /** Stands for the owner of the accounts that facts observe. Known to the Config. */
  factProgram: createKey('fact program').address,
};

/** Puts the program, the mint and everyone's coins on an empty chain. */
export function writeGenesis(chain: Chain): void {
  loadProgram(chain, readFileSync(PROGRAM_FILE));
  const wallets = Object.values(keys);
  setMint(chain, utilityMint, {
    decimals: UTILITY_DECIMALS,
    supply: WALLET_UTILITY * BigInt(wallets.length - 1),
    mintAuthority: keys.mintAuthority.address,
  });
  for (const { address } of wallets) {
    chain.setLamports(address, WALLET_LAMPORTS);
    // The treasury starts without coins, so that what it holds is what it was sent.
    setTokenAccount(chain, associatedTokenAddress(address, utilityMint), {
      mint: utilityMint,
      owner: address,
      amount: address === keys.treasury.address ? 0n : WALLET_UTILITY,
    });
  }
}

// The loader's ProgramData: state 3 (u32), slot (u64), whether there is an authority (u8), it.
const AUTHORITY_OFFSET = 12;

/** LiteSVM deploys without an upgrade authority, so one is written into the program's data. */
function loadProgram(chain: Chain, elf: Uint8Array): void {
  chain.svm.addProgram(toBytes(TOTE_PROGRAM_ADDRESS), elf);
  setUpgradeAuthority(chain, keys.upgradeAuthority.address);
}

/** Null makes the program immutable. */
export function setUpgradeAuthority(chain: Chain, authority: Address | null): void {
  const programData = toBytes(addresses.programData);
  const deployed = chain.svm.getAccount(programData);
  if (!deployed) throw new Error('the program has no data account');
  const data = new Uint8Array(deployed.data());
  data[AUTHORITY_OFFSET] = authority ? 1 : 0;
  data.set(authority ? toBytes(authority) : new Uint8Array(32), AUTHORITY_OFFSET + 1);
  const account = new Account(deployed.lamports(), data, deployed.owner(), false, 0n);
  chain.svm.setAccount(programData, account);
}

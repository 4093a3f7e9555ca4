// The sandbox for code in the same process as the chain.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Address, address } from '@solana/kit';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { readJson } from '@tote/chain/lib/json/exact-json';
import type { ChainApi } from '../chain-api.ts';
import { readDumps } from './account-dump.ts';
import type { SandboxAccount } from './commands.ts';

export type FilePath = string | URL;

interface MintOptions {
  decimals: number;
  /** Any unused address; by default a new one. */
  address?: Address;
  mintAuthority?: Address;
  freezeAuthority?: Address;
  /** Default: the classic one. */
  tokenProgram?: Address;
}

export class Sandbox {
  readonly #chain: ChainApi;

  constructor(chain: ChainApi) {
    this.#chain = chain;
  }

  /** Writes an account as given; without lamports it is deleted. */
  async setAccount(at: Address, account: Omit<SandboxAccount, 'address'>): Promise<void> {
    await this.#chain.perform('setAccounts', [{ ...account, address: at }]);
  }

  /** Writes several accounts atomically. */
  async setAccounts(accounts: readonly SandboxAccount[]): Promise<void> {
    await this.#chain.perform('setAccounts', accounts);
  }

  /** Deploys or replaces a program. Without an authority it is immutable. */
  async loadProgram(
    at: Address,
    program: FilePath | Uint8Array,
    upgradeAuthority?: Address,
  ): Promise<void> {
    const elf = await readProgram(program);
    await this.#chain.perform('loadProgram', { address: at, elf, upgradeAuthority });
  }

  async createMint(options: MintOptions): Promise<Address> {
    const mint = options.address ?? address(encodeBase58(randomBytes(32)));
    await this.#chain.perform('createMint', { ...options, address: mint });
    return mint;
  }

  /** Mints base units to the wallet's associated token account and returns its address. */
  async mintTo(mint: Address, owner: Address, amount: bigint): Promise<Address> {
    return address(await this.#chain.perform('mintTokens', { mint, owner, amount }));
  }

  /** Moves the chain's time forward by whole seconds and returns the new time. */
  advanceClock(seconds: number): Promise<bigint> {
    return this.#chain.perform('advanceClock', seconds);
  }
}

export async function readProgram(program: FilePath | Uint8Array): Promise<Uint8Array> {
  if (program instanceof Uint8Array) return new Uint8Array(program);
  return new Uint8Array(await readFile(program));
}

/** Reads what `solana account --output json` wrote. */
export async function readAccounts(file: FilePath): Promise<SandboxAccount[]> {
  const text = await readFile(file, 'utf8');
  try {
    return readDumps(readJson(text));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

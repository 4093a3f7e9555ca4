// The sandbox for whoever has the chain in their own process.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Address, address } from '@solana/kit';
import { encodeBase58 } from '@tote/lib/base58';
import { readJson } from '../doors/json-text.ts';
import type { Room } from '../room.ts';
import { type AccountDump, readDumps } from './account-dump.ts';
import type { SandboxAccount } from './commands.ts';

export type FilePath = string | URL;

export interface MintOptions {
  decimals: number;
  /** Any address that is free; a new one without. */
  address?: Address;
  mintAuthority?: Address;
  freezeAuthority?: Address;
}

export class Sandbox {
  readonly #room: Room;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Writes an account as it is given; without lamports it is deleted. */
  async setAccount(at: Address, account: Omit<SandboxAccount, 'address'>): Promise<void> {
    await this.#room.perform('setAccounts', [{ ...account, address: at }]);
  }

  /** The same for several accounts, all of them at one moment. */
  async setAccounts(accounts: readonly SandboxAccount[]): Promise<void> {
    await this.#room.perform('setAccounts', accounts);
  }

  /** Puts a program on chain, or other code in its place. Without an authority it is immutable. */
  async loadProgram(
    at: Address,
    program: FilePath | Uint8Array,
    upgradeAuthority?: Address,
  ): Promise<void> {
    const elf = await readProgram(program);
    await this.#room.perform('loadProgram', { address: at, elf, upgradeAuthority });
  }

  /** Loads a file of `solana account --output json`, or a list of such; says how many. */
  async loadAccounts(source: FilePath | readonly AccountDump[]): Promise<number> {
    const accounts = await readAccounts(source);
    await this.#room.perform('setAccounts', accounts);
    return accounts.length;
  }

  async createMint(options: MintOptions): Promise<Address> {
    const mint = options.address ?? address(encodeBase58(randomBytes(32)));
    await this.#room.perform('createMint', { ...options, address: mint });
    return mint;
  }

  /** Adds base units to the wallet's associated token account, and gives its address. */
  async mintTo(mint: Address, owner: Address, amount: bigint): Promise<Address> {
    const { tokenAccount } = await this.#room.perform('mintTokens', { mint, owner, amount });
    return address(tokenAccount);
  }

  /** Moves the chain's time forward by whole seconds, and says what time it is then. */
  async advanceClock(seconds: number): Promise<bigint> {
    const { unixTimestamp } = await this.#room.perform('advanceClock', { seconds });
    return unixTimestamp;
  }
}

export async function readProgram(program: FilePath | Uint8Array): Promise<Uint8Array> {
  if (program instanceof Uint8Array) return new Uint8Array(program);
  return new Uint8Array(await readFile(program));
}

export async function readAccounts(
  source: FilePath | readonly AccountDump[],
): Promise<SandboxAccount[]> {
  if (typeof source !== 'string' && !(source instanceof URL)) return readDumps(source);
  const text = await readFile(source, 'utf8');
  try {
    return readDumps(readJson(text));
  } catch (error) {
    throw new Error(`${source}: ${(error as Error).message}`);
  }
}

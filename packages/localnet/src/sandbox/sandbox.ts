// The sandbox for code in the same process as the chain.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Address, address } from '@solana/kit';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { readJson } from '@tote/chain/lib/json/exact-json';
import type { ChainApi } from '../chain-api.ts';
import { invalidParams } from '../rpc/rpc-error.ts';
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

interface AccountDump {
  pubkey: string;
  account: {
    lamports: number | bigint;
    data: readonly [string, string];
    owner: string;
    executable: boolean;
  };
}

const DATA_TEXT_MAX = 16 * 1024 * 1024;

function readDumps(value: unknown): SandboxAccount[] {
  const dumps = Array.isArray(value) ? value : [value];
  return dumps.map((dump, index) => {
    try {
      return readDump(dump as Partial<AccountDump>);
    } catch (error) {
      throw invalidParams(`Invalid account dump ${index}: ${(error as Error).message}`);
    }
  });
}

function readDump({ pubkey, account }: Partial<AccountDump>): SandboxAccount {
  if (typeof pubkey !== 'string' || typeof account !== 'object' || account === null) {
    throw new Error('it has no `pubkey` and `account`');
  }
  const { lamports, data, owner, executable } = account;
  if (typeof owner !== 'string') throw new Error('it has no `owner`');
  return {
    address: pubkey,
    lamports: toLamports(lamports),
    owner,
    data: readData(data),
    executable: executable === true,
  };
}

function toLamports(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  throw new Error('its `lamports` are not a whole number');
}

function readData(data: unknown): Uint8Array {
  const [text, encoding] = Array.isArray(data) ? data : [data, 'base64'];
  if (typeof text !== 'string' || text.length > DATA_TEXT_MAX) {
    throw new Error('its `data` is not [text, encoding]');
  }
  if (encoding !== 'base64') throw new Error(`the encoding ${String(encoding)} is not supported`);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Error('its `data` is not base64');
  return new Uint8Array(bytes);
}

// The commands of the sandbox: changes that no transaction can make. Each is recorded in the ledger
// like a transaction, and completes when it is on disk.
import type { Account, AccountMap } from '../ledger/account.ts';
import { type Key, SYSTEM_PROGRAM } from '../ledger/key.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isTokenProgram, TOKEN_PROGRAM } from '../ledger/receipt.ts';
import { addressText } from '../rpc/encodings.ts';
import { invalidParams } from '../rpc/rpc-error.ts';
import {
  isLiveTokenAccount,
  isMint,
  mintSupply,
  tokenBalance,
  tokenMint,
} from '../rpc/token-view.ts';
import { findTokenAddress, parseAddress } from './address.ts';
import * as layout from './token-layout.ts';

export interface SandboxAccount {
  address: string;
  lamports: bigint;
  owner?: string;
  data?: Uint8Array;
  executable?: boolean;
}

export interface LoadedProgram {
  address: string;
  elf: Uint8Array;
  upgradeAuthority?: string;
}

interface NewMint {
  address: string;
  decimals: number;
  mintAuthority?: string;
  freezeAuthority?: string;
  tokenProgram?: string;
}

export type CommandName = keyof SandboxCommands;
export type CommandArgument<Name extends CommandName> = Parameters<SandboxCommands[Name]>[0];
export type CommandResult<Name extends CommandName> = ReturnType<SandboxCommands[Name]>;

const U64_MAX = 0xffff_ffff_ffff_ffffn;
const DATA_BYTES_MAX = 10 * 1024 * 1024;

export class SandboxCommands {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  async setAccounts(accounts: readonly SandboxAccount[]): Promise<void> {
    await this.#ledger.setAccounts(toAccountMap(accounts));
  }

  async loadProgram({ address, elf, upgradeAuthority }: LoadedProgram): Promise<void> {
    const key = parseAddress(address);
    const authority = upgradeAuthority === undefined ? undefined : parseAddress(upgradeAuthority);
    try {
      await this.#ledger.addProgram(key, elf, authority);
    } catch (error) {
      throw invalidParams(`Invalid program: ${(error as Error).message}`);
    }
  }

  async createMint(fields: NewMint): Promise<void> {
    const { decimals, mintAuthority, freezeAuthority } = fields;
    const tokenProgram = fields.tokenProgram ? parseAddress(fields.tokenProgram) : TOKEN_PROGRAM;
    if (!isTokenProgram(tokenProgram)) throw invalidParams('Invalid tokenProgram: it is none');
    const address = parseAddress(fields.address);
    if (this.#ledger.getAccount(address, 'processed')) {
      throw invalidParams(`Invalid mint: ${fields.address} exists already`);
    }
    const data = layout.newMint({
      decimals,
      ...(mintAuthority !== undefined && { mintAuthority: parseAddress(mintAuthority) }),
      ...(freezeAuthority !== undefined && { freezeAuthority: parseAddress(freezeAuthority) }),
    });
    await this.#ledger.setAccounts(new Map([[address, this.#newAccount(tokenProgram, data)]]));
  }

  /** Returns the address of the token account. */
  async mintTokens({
    mint,
    owner,
    amount,
  }: {
    mint: string;
    owner: string;
    amount: bigint;
  }): Promise<string> {
    const [mintKey, ownerKey] = [parseAddress(mint), parseAddress(owner)];
    const { owner: tokenProgram } = this.#getMint(mintKey, mint);
    const tokenKey = await findTokenAddress(ownerKey, mintKey, tokenProgram);
    // Read again: deriving the address took a moment.
    const mintAccount = this.#getMint(mintKey, mint);
    const tokenAccount =
      this.#findTokenAccount(tokenKey, mintKey) ??
      this.#newAccount(tokenProgram, layout.newTokenAccount(mintKey, ownerKey, tokenProgram));
    const supply = mintSupply(mintAccount) + amount;
    if (supply > U64_MAX) throw invalidParams('Invalid amount: the supply would not fit in a u64');
    const held = tokenBalance(tokenAccount) + amount;
    await this.#ledger.setAccounts(
      new Map([
        [mintKey, { ...mintAccount, data: layout.withSupply(mintAccount.data, supply) }],
        [tokenKey, { ...tokenAccount, data: layout.withAmount(tokenAccount.data, held) }],
      ]),
    );
    return addressText(tokenKey);
  }

  /** Returns the new time. */
  async advanceClock(seconds: number): Promise<bigint> {
    if (!Number.isInteger(seconds) || seconds < 0) {
      throw invalidParams('Invalid seconds: a whole number from 0 is expected');
    }
    try {
      await this.#ledger.advanceClock(seconds);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw invalidParams(`Invalid seconds: ${error.message}`);
    }
    return this.#ledger.clock.unixTimestamp;
  }

  #getMint(key: Key, name: string): Account {
    const account = this.#ledger.getAccount(key, 'processed');
    if (!isMint(account)) throw invalidParams(`Invalid mint: ${name} is not a mint`);
    if (name === 'So11111111111111111111111111111111111111112') {
      throw invalidParams('Invalid mint: wrapped SOL is not minted, it is wrapped');
    }
    return account;
  }

  #findTokenAccount(key: Key, mint: Key): Account | undefined {
    const account = this.#ledger.getAccount(key, 'processed');
    if (!account || account.owner === SYSTEM_PROGRAM) return undefined;
    if (isLiveTokenAccount(account) && tokenMint(account) === mint) return account;
    throw invalidParams('Invalid owner: its associated token account is something else');
  }

  #newAccount(owner: Key, data: Uint8Array): Account {
    const lamports = this.#ledger.vm.minimumBalance(data.length);
    return { lamports, owner, data, isExecutable: false };
  }
}

export function toAccountMap(accounts: readonly SandboxAccount[]): AccountMap {
  const map: AccountMap = new Map();
  // Programs last: the VM needs their code account when a program is set.
  const ordered = [...accounts].sort(
    (a, b) => Number(a.executable === true) - Number(b.executable === true),
  );
  for (const { address, lamports, owner, data = new Uint8Array(), executable } of ordered) {
    if (typeof lamports !== 'bigint' || lamports < 0n || lamports > U64_MAX) {
      throw invalidParams(`Invalid lamports of ${address}: not a u64`);
    }
    if (data.length > DATA_BYTES_MAX) {
      throw invalidParams(`Invalid data of ${address}: more than ${DATA_BYTES_MAX} bytes`);
    }
    const account: Account = {
      lamports,
      owner: owner === undefined ? SYSTEM_PROGRAM : parseAddress(owner),
      data: new Uint8Array(data),
      isExecutable: executable === true,
    };
    map.set(parseAddress(address), lamports === 0n ? null : account);
  }
  return map;
}

// From what the VM says to what the ledger remembers.
import type { MaybeAccount } from './account.ts';
import { decodeBase58, encodeBase58 } from './base58.ts';
import { feeOf } from './fees.ts';
import { type Key, keyBytes, toKey } from './key.ts';
import type { LoadedAddresses } from './lookup-tables.ts';
import type { Meta, TokenBalance } from './record.ts';
import type { Execution } from './vm.ts';
import type { WireTransaction } from './wire.ts';

const program = (address: string) => toKey(decodeBase58(address, 32) as Uint8Array);
export const TOKEN_PROGRAM = program('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = program('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const TOKEN_ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** Token-2022 says behind the base layout whether it is a mint or an account. */
const ACCOUNT_TYPE_OFFSET = 165;
const TYPE_ACCOUNT = 2;

export const isTokenProgram = (owner: Key) =>
  owner === TOKEN_PROGRAM || owner === TOKEN_2022_PROGRAM;

export function isTokenAccount(account: MaybeAccount): boolean {
  if (!account || !isTokenProgram(account.owner)) return false;
  const { length } = account.data;
  if (length === TOKEN_ACCOUNT_BYTES) return true;
  return length > TOKEN_ACCOUNT_BYTES && account.data[ACCOUNT_TYPE_OFFSET] === TYPE_ACCOUNT;
}

/** The decimals of a mint, or nothing if it is none. */
export function mintDecimals(mint: MaybeAccount): number | undefined {
  if (!mint || !isTokenProgram(mint.owner) || mint.data.length < MINT_BYTES) return undefined;
  return mint.data[44];
}

export function readTokenBalances(
  accounts: readonly MaybeAccount[],
  getAccount: (address: Key) => MaybeAccount,
): TokenBalance[] {
  const balances: TokenBalance[] = [];
  accounts.forEach((account, index) => {
    if (!account || !isTokenAccount(account)) return;
    const data = Buffer.from(account.data.buffer, account.data.byteOffset, account.data.length);
    const decimals = mintDecimals(getAccount(toKey(data.subarray(0, 32))));
    if (decimals === undefined) return;
    balances.push({
      account: index,
      mint: encodeBase58(data.subarray(0, 32)),
      owner: encodeBase58(data.subarray(32, 64)),
      program: encodeBase58(keyBytes(account.owner)),
      amount: String(data.readBigUInt64LE(64)),
      decimals,
    });
  });
  return balances;
}

const base64 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');

export interface Balances {
  lamports: bigint[];
  tokens: TokenBalance[];
}

export function buildMeta(
  transaction: WireTransaction,
  execution: Execution,
  loaded: LoadedAddresses,
  pre: Balances,
  post: Balances,
): Meta {
  const { error, logs, computeUnits, inner, returnData } = execution;
  return {
    error,
    fee: String(feeOf(transaction)),
    computeUnits: String(computeUnits),
    logs,
    pre: pre.lamports.map(String),
    post: post.lamports.map(String),
    preTokens: pre.tokens,
    postTokens: post.tokens,
    inner: inner.flatMap((list, instruction) =>
      list.map(({ programIndex, accounts, data, stackHeight }): Meta['inner'][number] => [
        instruction,
        programIndex,
        base64(accounts),
        base64(data),
        stackHeight,
      ]),
    ),
    returnData: returnData && [base64(keyBytes(returnData.program)), base64(returnData.data)],
    loaded: [
      loaded.writable.map((key) => base64(keyBytes(key))),
      loaded.readonly.map((key) => base64(keyBytes(key))),
    ],
  };
}

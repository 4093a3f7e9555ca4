import type { MaybeAccount } from './account.ts';
import { feeOf } from './fees.ts';
import { type Key, knownKey, toKey } from './key.ts';
import type { LoadedAddresses } from './lookup-tables.ts';
import type { TransactionError } from './transaction-error.ts';
import type { Execution, InnerInstruction } from './vm.ts';
import type { WireTransaction } from './wire.ts';

export interface TokenBalance {
  account: number;
  mint: Key;
  owner: Key;
  program: Key;
  amount: bigint;
  decimals: number;
}

export interface Receipt {
  error: TransactionError | null;
  fee: bigint;
  computeUnits: bigint;
  logs: string[];
  pre: Balances;
  post: Balances;
  inner: InnerInstruction[][];
  returnData: { program: Key; data: Uint8Array } | null;
  loaded: LoadedAddresses;
}

export interface Balances {
  lamports: bigint[];
  tokens: TokenBalance[];
}

export const TOKEN_PROGRAM = knownKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = knownKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const TOKEN_ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** After the base layout Token-2022 stores whether it is a mint or a token account. */
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

export function mintDecimals(mint: MaybeAccount): number | undefined {
  if (!mint || !isTokenProgram(mint.owner) || mint.data.length < MINT_BYTES) return undefined;
  return mint.data[44];
}

export function readTokenBalances(
  accounts: readonly MaybeAccount[],
  getAccount: (address: Key) => MaybeAccount,
): TokenBalance[] {
  const balances: TokenBalance[] = [];
  for (const [index, account] of accounts.entries()) {
    if (!account || !isTokenAccount(account)) continue;
    const data = Buffer.from(account.data.buffer, account.data.byteOffset, account.data.length);
    const mint = toKey(data, 0, 32);
    const decimals = mintDecimals(getAccount(mint));
    if (decimals === undefined) continue;
    balances.push({
      account: index,
      mint,
      owner: toKey(data, 32, 64),
      program: account.owner,
      amount: data.readBigUInt64LE(64),
      decimals,
    });
  }
  return balances;
}

export function makeReceipt(
  transaction: WireTransaction,
  { error, logs, computeUnits, inner, returnData }: Execution,
  loaded: LoadedAddresses,
  pre: Balances,
  post: Balances,
): Receipt {
  const fee = feeOf(transaction);
  return { error, fee, computeUnits, logs, pre, post, inner, returnData, loaded };
}

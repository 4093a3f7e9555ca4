import type { Account, MaybeAccount } from '../ledger/account.ts';
import type { Key } from '../ledger/key.ts';
import { isTokenProgram } from '../ledger/receipt.ts';
import type { At, Context } from './context.ts';
import { addressText, base64, bytesText, toZstdFrame } from './encodings.ts';
import { type Config, config, oneOf, optional, u64 } from './params.ts';
import { CODES, RpcError } from './rpc-error.ts';
import { parseToken } from './token-view.ts';

const ENCODINGS = ['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd'] as const;
type Encoding = (typeof ENCODINGS)[number];

const BASE58_BYTES_MAX = 128;
const VIEW_BYTES = 200;
const RENT_EPOCH = 0xffff_ffff_ffff_ffffn;
/** No account has more data, so larger offsets are clamped to this. */
export const DATA_BYTES_MAX = 10 * 1024 * 1024;

export interface AccountFormat {
  encoding: Encoding;
  slice: { offset: number; length: number } | undefined;
  charge?: (bytes: number) => void;
  /** A notification cannot fail, so for too much base58 data it contains an error text. */
  isNotification?: boolean;
}

export function readFormat(
  settings: Config,
  byDefault: Encoding,
  { charge }: Pick<Context, 'charge'> = {},
): AccountFormat {
  const { encoding, dataSlice } = settings;
  return {
    encoding: optional(encoding, (value) => oneOf(value, ENCODINGS)) ?? byDefault,
    slice: optional(dataSlice, readSlice),
    charge,
  };
}

function readSlice(value: unknown) {
  const { offset, length } = config(value);
  return { offset: dataOffset(offset), length: dataOffset(length) };
}

export function dataOffset(value: unknown): number {
  const number = u64(value);
  return number > BigInt(DATA_BYTES_MAX) ? DATA_BYTES_MAX + 1 : Number(number);
}

export function viewAccount(
  account: Account,
  format: AccountFormat,
  getAccount: (address: Key) => MaybeAccount,
) {
  return {
    lamports: account.lamports,
    data: viewData(account, format, getAccount),
    owner: addressText(account.owner),
    executable: account.isExecutable,
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
  };
}

function viewData(
  account: Account,
  { encoding, slice, charge, isNotification }: AccountFormat,
  getAccount: (address: Key) => MaybeAccount,
): unknown {
  const { data } = account;
  const bytes = slice ? data.subarray(slice.offset, slice.offset + slice.length) : data;
  charge?.(VIEW_BYTES + Math.ceil(bytes.length / 3) * 4);
  switch (encoding) {
    case 'base64':
      return [base64(bytes), 'base64'];
    case 'base64+zstd':
      return [base64(toZstdFrame(bytes)), 'base64+zstd'];
    case 'jsonParsed':
      return parsedData(account, getAccount) ?? [base64(bytes), 'base64'];
    case 'binary':
      return base58Data(bytes, isNotification);
    case 'base58':
      return [base58Data(bytes, isNotification), 'base58'];
  }
}

function parsedData(account: Account, getAccount: (address: Key) => MaybeAccount) {
  return isTokenProgram(account.owner) ? parseToken(account, getAccount) : undefined;
}

function base58Data(bytes: Uint8Array, isNotification = false): string {
  if (bytes.length <= BASE58_BYTES_MAX) return bytesText(bytes);
  if (isNotification) return 'error: data too large for bs58 encoding';
  throw new RpcError(
    CODES.invalidRequest,
    `Encoded binary (base 58) data should be less than ${BASE58_BYTES_MAX} bytes, please use ` +
      'Base64 encoding.',
  );
}

/** With `isTokens`, a parsed response omits accounts that cannot be parsed. */
export function viewKeyed(
  { ledger }: Context,
  found: readonly [Key, Account][],
  format: AccountFormat,
  { commitment }: At,
  { isTokens }: { isTokens: boolean },
) {
  const get = (key: Key) => ledger.getAccount(key, commitment);
  const views = found.map(([address, account]) => ({
    pubkey: addressText(address),
    account: viewAccount(account, format, get),
  }));
  if (!isTokens || format.encoding !== 'jsonParsed') return views;
  return views.filter(({ account }) => !Array.isArray(account.data));
}

import type { Account, MaybeAccount } from '../ledger/account.ts';
import { type Key, toKey } from '../ledger/key.ts';
import {
  isTokenAccount,
  isTokenProgram,
  mintDecimals,
  TOKEN_2022_PROGRAM,
} from '../ledger/receipt.ts';
import { addressText } from './encodings.ts';

const MINT_BYTES = 82;
/** Token-2022 stores the account type after the base layout, padded to a token account's size. */
const ACCOUNT_TYPE_OFFSET = 165;
const TYPE_MINT = 1;
const STATE_OFFSET = 108;
const STATES = ['uninitialized', 'initialized', 'frozen'] as const;
/** With more decimals, 10 ** decimals does not fit in 64 bits. */
const DECIMALS_SHOWN_MAX = 19;

export function tokenAmount(amount: bigint, decimals: number) {
  const isShown = decimals <= DECIMALS_SHOWN_MAX;
  return {
    uiAmount: isShown ? Number(amount) / Number(10n ** BigInt(decimals)) : null,
    decimals,
    amount: String(amount),
    uiAmountString: decimalText(amount, decimals),
  };
}

function decimalText(amount: bigint, decimals: number): string {
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const fraction = digits.slice(split).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, split) : `${digits.slice(0, split)}.${fraction}`;
}

const bufferOf = ({ data }: Account) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

export const isLiveTokenAccount = (account: MaybeAccount): account is Account =>
  isTokenAccount(account) && account?.data[STATE_OFFSET] !== 0;

export const tokenMint = ({ data }: Account): Key => toKey(data.subarray(0, 32));
export const tokenBalance = (account: Account): bigint => bufferOf(account).readBigUInt64LE(64);

export function isMint(account: MaybeAccount): account is Account {
  if (!account || !isTokenProgram(account.owner)) return false;
  const { data } = account;
  const isShaped =
    data.length === MINT_BYTES ||
    (data.length > ACCOUNT_TYPE_OFFSET && data[ACCOUNT_TYPE_OFFSET] === TYPE_MINT);
  return isShaped && data[45] === 1;
}

export const mintSupply = (account: Account): bigint => bufferOf(account).readBigUInt64LE(36);

interface ParsedData {
  program: 'spl-token' | 'spl-token-2022';
  parsed: { type: 'account' | 'mint'; info: Record<string, unknown> };
  space: number;
}

export function parseToken(
  account: Account,
  getAccount: (address: Key) => MaybeAccount,
): ParsedData | undefined {
  const parsed = parseTokenAccount(account, getAccount) ?? parseMint(account);
  if (!parsed) return undefined;
  const is2022 = account.owner === TOKEN_2022_PROGRAM;
  return { program: is2022 ? 'spl-token-2022' : 'spl-token', parsed, space: account.data.length };
}

function parseTokenAccount(
  account: Account,
  getAccount: (address: Key) => MaybeAccount,
): ParsedData['parsed'] | undefined {
  if (!isLiveTokenAccount(account)) return undefined;
  const mint = tokenMint(account);
  const decimals = mintDecimals(getAccount(mint));
  if (decimals === undefined) return undefined;
  const data = bufferOf(account);
  const delegate = optionalKey(data, 72);
  const isNative = data.readUInt32LE(109) === 1;
  const closeAuthority = optionalKey(data, 129);
  const amountAt = (offset: number) => tokenAmount(data.readBigUInt64LE(offset), decimals);
  const info = {
    mint: addressText(mint),
    owner: keyText(data, 32),
    tokenAmount: amountAt(64),
    ...(delegate && { delegate, delegatedAmount: amountAt(121) }),
    state: STATES[data[STATE_OFFSET] ?? 0],
    isNative,
    ...(isNative && { rentExemptReserve: amountAt(113) }),
    ...(closeAuthority && { closeAuthority }),
  };
  return { type: 'account', info };
}

function parseMint(account: Account): ParsedData['parsed'] | undefined {
  if (!isMint(account)) return undefined;
  const data = bufferOf(account);
  const info = {
    mintAuthority: optionalKey(data, 0) ?? null,
    supply: String(mintSupply(account)),
    decimals: data[44],
    isInitialized: true,
    freezeAuthority: optionalKey(data, 46) ?? null,
  };
  return { type: 'mint', info };
}

const keyText = (data: Buffer, offset: number) =>
  addressText(toKey(data.subarray(offset, offset + 32)));

/** A `COption<Pubkey>`: four bytes that say whether there is a key, then the key. */
const optionalKey = (data: Buffer, offset: number): string | undefined =>
  data.readUInt32LE(offset) === 1 ? keyText(data, offset + 4) : undefined;

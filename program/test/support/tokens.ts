import type { Address } from '@solana/kit';
import { getMintDecoder, getMintEncoder } from '@solana-program/token';
import { TOKEN_2022_PROGRAM } from '@tote/conditions/oracles/programs';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';
import { deriveAddress, toBytes, u64Bytes } from './address-bytes.ts';
import type { Chain } from './chain.ts';

/** Tests of UTILITY run with a classic mint and with one of Token-2022 (vitest.config.ts). */
export const isToken2022 = process.env.TOTE_UTILITY === 'token-2022';
/** Owns the mint and its accounts. */
export const [tokenProgram, otherTokenProgram] = isToken2022
  ? [TOKEN_2022_PROGRAM, TOKEN_PROGRAM_ADDRESS]
  : [TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM];

const MINT_BYTES = 82;
const BASE_BYTES = 165;
/** What the Associated Token program creates: with Token-2022 it adds ImmutableOwner. */
export const TOKEN_ACCOUNT_BYTES = isToken2022 ? 170 : BASE_BYTES;
const TYPE_MINT = 1;
const TYPE_ACCOUNT = 2;
const AMOUNT_OFFSET = 64;
const STATE_OFFSET = 108;
const INITIALIZED = 1;

/** Wrapped SOL of that program. */
export const NATIVE_MINT = (
  isToken2022
    ? '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9'
    : 'So11111111111111111111111111111111111111112'
) as Address;

/** By type and value, as Token-2022 writes them behind a mint or a token account. */
export type Extensions = readonly (readonly [type: number, value: Uint8Array])[];

const IMMUTABLE_OWNER = 7;
const METADATA_POINTER = 18;
const TOKEN_METADATA = 19;

export function associatedTokenAddress(wallet: Address, mint: Address): Address {
  const seeds = [toBytes(wallet), toBytes(tokenProgram), toBytes(mint)];
  return deriveAddress(ASSOCIATED_TOKEN_PROGRAM_ADDRESS, seeds).address;
}

interface MintOptions {
  decimals: number;
  supply: bigint;
  mintAuthority: Address | null;
  freezeAuthority?: Address | null;
  /** For a Token-2022 mint. Default: its name and symbol. */
  extensions?: Extensions;
}

export function setMint(chain: Chain, mint: Address, options: MintOptions): void {
  const { extensions = isToken2022 ? describeToken(mint) : [], ...fields } = options;
  const data = getMintEncoder().encode({
    ...fields,
    freezeAuthority: options.freezeAuthority ?? null,
    isInitialized: true,
  });
  const extended = extend(new Uint8Array(data), TYPE_MINT, extensions);
  chain.setAccount(mint, { data: extended, owner: tokenProgram });
}

/** Whether an account of the token program is a mint. */
export const isMint = (data: Uint8Array): boolean =>
  data.length === MINT_BYTES || data[BASE_BYTES] === TYPE_MINT;

/** Where its metadata is: in the mint itself. */
function describeToken(mint: Address): Extensions {
  const nobody = new Uint8Array(32);
  const text = (words: string) => [words.length, 0, 0, 0, ...Buffer.from(words)];
  const texts = [...text('Utility'), ...text('UTIL'), ...text(''), ...[0, 0, 0, 0]];
  return [
    [METADATA_POINTER, Uint8Array.from([...nobody, ...toBytes(mint)])],
    [TOKEN_METADATA, Uint8Array.from([...nobody, ...toBytes(mint), ...texts])],
  ];
}

/** Behind the size of a token account stand the type and the extensions, for mints too. */
function extend(base: Uint8Array, type: number, extensions: Extensions): Uint8Array {
  if (extensions.length === 0) return base;
  const entries = extensions.flatMap(([kind, value]) => [
    ...[kind & 255, kind >> 8, value.length & 255, value.length >> 8],
    ...value,
  ]);
  const data = new Uint8Array(BASE_BYTES + 1 + entries.length);
  data.set(base);
  data[BASE_BYTES] = type;
  data.set(entries, BASE_BYTES + 1);
  return data;
}

interface TokenAccount {
  mint: Address;
  owner: Address;
  amount: bigint;
}

const OF_ASSOCIATED: Extensions = isToken2022 ? [[IMMUTABLE_OWNER, new Uint8Array()]] : [];

export function setTokenAccount(
  chain: Chain,
  address: Address,
  { mint, owner, amount }: TokenAccount,
): void {
  // By hand: the token client's encoder takes 0.3 ms, and every world has a dozen of these.
  const data = new Uint8Array(BASE_BYTES);
  data.set(toBytes(mint), 0);
  data.set(toBytes(owner), 32);
  data.set(u64Bytes(amount), AMOUNT_OFFSET);
  data[STATE_OFFSET] = INITIALIZED;
  chain.setAccount(address, {
    data: extend(data, TYPE_ACCOUNT, OF_ASSOCIATED),
    owner: tokenProgram,
  });
}

/** The balance of a token account; 0 if there is none. */
export function tokenAmount(chain: Chain, address: Address): bigint {
  const account = chain.findAccount(address);
  return account ? Buffer.from(account.data).readBigUInt64LE(AMOUNT_OFFSET) : 0n;
}

export function mintSupply(chain: Chain, mint: Address): bigint {
  return getMintDecoder().decode(chain.getData(mint)).supply;
}

// What conditions about a token have in common: the mint and its decimals.
import { type Address, isAddress } from '@solana/kit';
import { DomainError, formatDecimal } from '@tote/domain';
import type { ConditionInput, TokenHints } from '../../condition-input.ts';
import type { Measure } from '../../evaluation/verdict.ts';
import { type FieldReader, invalid } from '../../field-reader.ts';
import { findAccount, isMissing, type Sample } from '../../oracles/account-snapshot.ts';
import { decodeMint, type Mint } from '../../oracles/layouts/mint.ts';
import { findFeedByName } from '../../oracles/price-feeds.ts';
import { SOL_DECIMALS, TOKEN_PROGRAMS } from '../../oracles/programs.ts';
import { ceil, multiply, type Rational, rational, scaled } from '../../oracles/rational.ts';
import { type Reading, readable, unreadable } from '../../oracles/reading.ts';
import type { PooledToken } from '../kind.ts';
import type { Measured } from './measured.ts';
import { groupDigits } from './threshold.ts';

const DECIMALS_MAX = 255;

export type TokenSubject = Omit<PooledToken, 'pool'>;

/** A symbol is the choice of whoever made the token: only a plain one, which no feed has. */
const SYMBOL = /^[A-Za-z][A-Za-z0-9]{0,9}$/;

/**
 * The symbol of a token when its market was created. A request cannot choose it: with `hints` it
 * is what the metadata says.
 */
export function readSymbol<Name extends 'symbol' | 'otherSymbol'>(
  fields: FieldReader,
  name: Name,
  mint: Address,
  hints: TokenHints | undefined,
): { readonly [K in Name]?: string } {
  const given = fields.has(name) ? fields.text(name) : undefined;
  const symbol = hints ? hints.names?.symbol.replace(/^\$/, '') : given;
  if (symbol === undefined || !SYMBOL.test(symbol)) return {};
  const feed = findFeedByName(symbol);
  return !feed || feed.mint === mint ? ({ [name]: symbol } as { [K in Name]?: string }) : {};
}

type NamedToken = Pick<PooledToken, 'tokenAddress' | 'symbol'>;

/** `$OAK`, or an address that is shortened: the exact terms have it in full. */
export function shortToken({ tokenAddress, symbol }: NamedToken): string {
  return symbol === undefined ? shortAddress(tokenAddress) : `$${symbol}`;
}

export function shortAddress(address: Address): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** `$OAK (7xKX…)`, with the whole address. */
export function exactToken({ tokenAddress, symbol }: NamedToken): string {
  return symbol === undefined ? tokenAddress : `$${symbol} (${tokenAddress})`;
}

export function requireToken({ tokenAddress }: Pick<ConditionInput, 'tokenAddress'>): Address {
  if (tokenAddress === null) throw new DomainError('token_address_missing');
  if (!isAddress(tokenAddress)) throw new DomainError('token_address_invalid');
  return tokenAddress;
}

export function optionalToken({ tokenAddress }: ConditionInput): Address | null {
  return tokenAddress === null ? null : requireToken({ tokenAddress });
}

export function readSubject(fields: FieldReader, input: ConditionInput): TokenSubject {
  const tokenAddress = requireToken(input);
  return {
    tokenAddress,
    decimals: readDecimals(fields, 'decimals', input.token),
    ...readSymbol(fields, 'symbol', tokenAddress, input.token),
  };
}

/** The program of a mint; null if it is neither given nor known. */
export function readTokenProgram(fields: FieldReader, { token }: ConditionInput): Address | null {
  const program = fields.nullableAddress('tokenProgram', token?.mint?.program);
  if (program === null || TOKEN_PROGRAMS.includes(program)) return program;
  throw invalid(`the field tokenProgram must be one of ${TOKEN_PROGRAMS.join(', ')}`);
}

export function requireTokenProgram(fields: FieldReader, input: ConditionInput): Address {
  const program = readTokenProgram(fields, input);
  if (program === null) throw invalid(`${requireToken(input)} is not a token that exists`);
  return program;
}

/** A mint's decimals; null if they are neither given nor known. */
export function readDecimals(
  fields: FieldReader,
  name: string,
  hints: TokenHints | undefined,
): number | null {
  const given = fields.optionalInteger(name, { least: 0, most: DECIMALS_MAX });
  return given ?? hints?.mint?.decimals ?? null;
}

type Compared = Pick<Measured, 'comparator' | 'timing'>;

export function mustNotFall({ comparator, timing }: Compared): boolean {
  return timing === 'never_before' && (comparator === 'lt' || comparator === 'lte');
}

/**
 * A token that does not exist has no price, holders or supply, so it meets no condition. But then
 * it does not stay above a limit either.
 */
export function measureAbsent(condition: Compared): Reading<Measure> {
  if (mustNotFall(condition)) return unreadable('missing', 'the token does not exist');
  return readable({ value: rational(0n), isMet: false });
}

/** What the sample says about a token, if its mint exists. */
export function measureToken(
  condition: TokenSubject & Compared,
  sample: Sample,
  measure: (mint: Mint) => Reading<Measure>,
): Reading<Measure> {
  const mint = readSampledMint(sample, condition);
  if (!mint.ok) return mint;
  return mint.value === 'absent' ? measureAbsent(condition) : measure(mint.value);
}

/** The mint as it is in the sample, `absent` if it verifiably does not exist. */
export function readSampledMint(
  sample: Sample,
  { tokenAddress, decimals }: TokenSubject,
): Reading<Mint | 'absent'> {
  const account = findAccount(sample, tokenAddress);
  if (!account) return unreadable('missing', 'the mint was not read');
  if (isMissing(account)) return readable('absent');
  const mint = decodeMint(account);
  if (!mint.ok || decimals === null || mint.value.decimals === decimals) return mint;
  const now = mint.value.decimals;
  return unreadable('decimals_changed', `the mint had ${decimals} decimals and has ${now}`);
}

export function findSampledMint(sample: Sample, subject: TokenSubject): Mint | undefined {
  const mint = readSampledMint(sample, subject);
  return mint.ok && mint.value !== 'absent' ? mint.value : undefined;
}

const SHOWN_DECIMALS = 2;

/** Rounded up to a hundredth, so that no cost is shown as zero. */
export function formatSol(lamports: bigint): string {
  const unit = 10n ** BigInt(SOL_DECIMALS - SHOWN_DECIMALS);
  return groupDigits(formatDecimal((lamports + unit - 1n) / unit, SHOWN_DECIMALS));
}

export function formatTokens(units: bigint, decimals: number): string {
  return groupDigits(formatDecimal(units, decimals));
}

/** `1,000 tokens (about 2.5 SOL)`; `price` is SOL per token. */
export function describeTokens(units: bigint, decimals: number, price?: Rational): string {
  const tokens = `${formatTokens(units, decimals)} tokens`;
  if (!price) return tokens;
  const lamports = multiply(scaled(units, SOL_DECIMALS - decimals), price);
  return `${tokens} (about ${formatSol(ceil(lamports))} SOL)`;
}

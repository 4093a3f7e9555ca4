// What conditions about a token have in common: the mint and its decimals.
import { type Address, isAddress } from '@solana/kit';
import { DomainError } from '@tote/domain';
import type { ConditionInput, TokenHints } from './condition-kind.ts';
import type { Measure } from './evaluation/verdict.ts';
import type { FieldReader } from './field-reader.ts';
import { findAccount, isMissing, type Sample } from './oracles/account-snapshot.ts';
import { decodeMint, type Mint } from './oracles/layouts/mint.ts';
import { rational } from './oracles/rational.ts';
import { type Reading, readable, unreadable } from './oracles/reading.ts';
import type { Comparator, Timing } from './threshold.ts';

interface Compared {
  readonly comparator: Comparator;
  readonly timing: Timing;
}

const DECIMALS_MAX = 255;

export interface TokenSubject {
  readonly tokenAddress: Address;
  /** The decimals of the mint when the market was created; null if they were not read. */
  readonly decimals: number | null;
}

export function requireToken({ tokenAddress }: ConditionInput): Address {
  if (tokenAddress === null) throw new DomainError('token_address_missing');
  if (!isAddress(tokenAddress)) throw new DomainError('token_address_invalid');
  return tokenAddress;
}

export function optionalToken({ tokenAddress }: ConditionInput): Address | null {
  return tokenAddress === null ? null : requireToken({ tokenAddress } as ConditionInput);
}

export function readSubject(fields: FieldReader, input: ConditionInput): TokenSubject {
  return {
    tokenAddress: requireToken(input),
    decimals: readDecimals(fields, 'decimals', input.token),
  };
}

/** Of a mint; null if they are neither given nor known. */
export function readDecimals(
  fields: FieldReader,
  name: string,
  hints: TokenHints | undefined,
): number | null {
  const given = fields.optionalInteger(name, { least: 0, most: DECIMALS_MAX });
  return given ?? hints?.mint?.decimals ?? null;
}

/** It must stay above a limit. */
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

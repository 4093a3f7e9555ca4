/** Why a value cannot be read. The code is for programs, the reason for people. */
export type UnreadableCode =
  | 'missing'
  | 'wrong_owner'
  | 'wrong_type'
  | 'wrong_length'
  | 'not_verified'
  | 'wrong_feed'
  | 'not_positive'
  | 'wide'
  | 'exponent_changed'
  | 'stale'
  | 'future'
  | 'thin'
  | 'inactive'
  | 'disagree'
  | 'decimals_changed'
  | 'incomplete';

export interface Unreadable {
  readonly ok: false;
  readonly code: UnreadableCode;
  readonly reason: string;
}

/** A value read from an account, or why it cannot be read. Bad data never gives a number. */
export type Reading<T> = { readonly ok: true; readonly value: T } | Unreadable;

export function readable<T>(value: T): Reading<T> {
  return { ok: true, value };
}

export function unreadable(code: UnreadableCode, reason: string): Unreadable {
  return { ok: false, code, reason };
}

/** Why there is no number. The code is for programs, the reason for people. */
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

/** What an account says, or why it says nothing. Bad data never becomes a number. */
export type Reading<T> = { readonly ok: true; readonly value: T } | Unreadable;

export function readable<T>(value: T): Reading<T> {
  return { ok: true, value };
}

export function unreadable(code: UnreadableCode, reason: string): Unreadable {
  return { ok: false, code, reason };
}

import type { Outcome, UnixSeconds } from '@tote/domain';
import type { Sample } from '@tote/oracles/account-snapshot';
import type { Rational } from '@tote/oracles/rational';
import type { UnreadableCode } from '@tote/oracles/reading';

type UnknownCode =
  | UnreadableCode
  /** The moment that counts has not come. */
  | 'not_due'
  | 'few_samples'
  /** Nobody looked for so long that it may have happened unseen. */
  | 'gap'
  /** An account misses a requirement of the fact. */
  | 'invalid';

/** What the observations say. Unknown is never No: the market waits, and is refunded in the end. */
export type Verdict =
  | { readonly verdict: 'met' | 'not_met'; readonly at: UnixSeconds; readonly value: string }
  | { readonly verdict: 'unknown'; readonly code: UnknownCode; readonly reason: string };

/** What one sample says. A token that does not exist meets nothing, whatever the comparator. */
export interface Measure {
  readonly value: Rational;
  readonly isMet: boolean;
}

export interface MarketMoments {
  readonly createdAt: UnixSeconds;
  readonly expiresAt: UnixSeconds;
  /** The chain's time. */
  readonly now: UnixSeconds;
}

export interface Evidence {
  readonly samples: readonly Sample[];
  /**
   * When good samples were taken whose accounts were not kept, because nothing happened. Beside the
   * window that ended a market: when those before it were taken, which are left out.
   */
  readonly sampledAt?: readonly UnixSeconds[];
  readonly attestation?: { readonly outcome: Outcome; readonly createdAt: UnixSeconds };
}

export function unknown(code: UnknownCode, reason: string): Verdict {
  return { verdict: 'unknown', code, reason };
}

export const NOT_DUE = unknown('not_due', 'the moment that counts has not come');

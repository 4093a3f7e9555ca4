import type { Outcome, UnixSeconds } from '@tote/domain';
import type { Sample } from '../oracles/account-snapshot.ts';
import type { Rational } from '../oracles/rational.ts';
import type { UnreadableCode } from '../oracles/reading.ts';
import type { WebEvidence } from '../web/web-round.ts';

type UnknownCode =
  | UnreadableCode
  /** The time that counts has not come. */
  | 'not_due'
  | 'few_samples'
  /** No good sample for so long that it may have happened unnoticed. */
  | 'gap'
  | 'invalid';

export interface Decided {
  readonly verdict: 'met' | 'not_met';
  readonly at: UnixSeconds;
  readonly value: string;
}

/** Unknown is never No: the market waits for data and is refunded at its refund date. */
export type Verdict = Decided | UnknownVerdict;

export interface UnknownVerdict {
  readonly verdict: 'unknown';
  readonly code: UnknownCode;
  readonly reason: string;
}

/** The value of one sample. A token that does not exist meets no condition, not even `below`. */
export interface Measure {
  readonly value: Rational;
  readonly isMet: boolean;
  /** If the value is a ratio: what was divided by what. */
  readonly compared?: {
    readonly value: Rational;
    readonly other: Rational;
    readonly unit: 'SOL' | 'USD';
  };
}

export interface Progress {
  readonly current: string;
  readonly target: string;
  /** The high end of a range, whose low end is the target. */
  readonly targetHigh?: string;
  readonly unit: string;
  /** Both values of a ratio, as decimal text. */
  readonly compared?: { readonly value: string; readonly other: string; readonly unit: string };
}

export interface MarketMoments {
  readonly createdAt: UnixSeconds;
  readonly expiresAt: UnixSeconds;
  readonly now: UnixSeconds;
}

export interface Evidence {
  readonly samples: readonly Sample[];
  /**
   * When good samples were taken whose accounts were not stored, because nothing happened: of
   * some only a hash is kept. In the evidence of a window that ended a market: when the samples
   * before the window were taken.
   */
  readonly sampledAt?: readonly UnixSeconds[];
  readonly web?: WebEvidence;
  readonly attestation?: { readonly outcome: Outcome; readonly createdAt: UnixSeconds };
}

export function unknown(code: UnknownCode, reason: string): UnknownVerdict {
  return { verdict: 'unknown', code, reason };
}

export const NOT_DUE = unknown('not_due', 'the moment that counts has not come');

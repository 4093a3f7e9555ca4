// What a question states, once every word of it is understood.

import type { Comparator, Timing } from '../kinds/shared/threshold.ts';
import type { PriceFeed } from '../oracles/price-feeds.ts';
import type { EventWord, Metric } from './lexicon.ts';
import type { Moment } from './moment.ts';
import type { Amount } from './read-amount.ts';
import type { OtherToken } from './read-other.ts';

export type Subject =
  | { readonly kind: 'none' }
  /** `it`, `this token`. */
  | { readonly kind: 'pronoun'; readonly isToken: boolean }
  /** `$WIF`; with `isToken` the question says "this token" too. */
  | { readonly kind: 'ticker'; readonly ticker: string; readonly isToken: boolean }
  /** An asset with a price feed, named without a $. */
  | { readonly kind: 'feed'; readonly feed: PriceFeed }
  /** The token's symbol or name on chain. */
  | { readonly kind: 'name'; readonly name: string };

export interface Statement {
  readonly subject: Subject;
  readonly moments: readonly Moment[];
  readonly timing: Timing;
  readonly says: Measured | Happened;
}

export interface Measured {
  readonly kind: 'measured';
  readonly metric: Metric | null;
  readonly comparator: Comparator;
  readonly amount: Level | PresentValue | OtherPrice | OtherToken;
  /** In tokens, for holders. */
  readonly minimumBalance: string | null;
}

/** A number that the question states. */
export type Level = Amount & { readonly kind: 'level'; readonly value: string };

/** The present value, multiplied. */
interface PresentValue {
  readonly kind: 'present';
  readonly times: string;
}

/** The price of another asset. */
interface OtherPrice {
  readonly kind: 'feed';
  readonly feed: PriceFeed;
}

export interface Happened {
  readonly kind: 'happened';
  readonly event: EventWord;
  readonly launchpad: 'pump' | 'launchlab' | null;
}

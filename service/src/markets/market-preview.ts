import type { Address } from '@solana/kit';
import type { Suggestion } from '@tote/conditions/questions/suggest-questions';
import type { SourceValue } from '@tote/conditions/web/judge-round';
import type { UnixSeconds } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';

export interface ConditionProgress {
  /** Decimal text. */
  readonly current: string;
  readonly target: string;
  readonly unit: string;
  /** Of a ratio: both values, as decimal text. */
  readonly compared?: { readonly value: string; readonly other: string; readonly unit: string };
}

export interface MarketPreview {
  /** The expected market, without id and creator. */
  readonly market: MarketView;
  readonly decider: {
    /** The account of a fact, or the oracle; null when any account of the program can decide it. */
    readonly account: Address | null;
    /** The program that must own the account; null for an oracle. */
    readonly program: Address | null;
  };
  /** The expiry that fits the time in the question; undefined if it names none. */
  readonly proposedExpiry?: UnixSeconds;
  /** Whether the condition holds now; null if unknown. */
  readonly isMet: boolean | null;
  /** Null if the condition has no numeric value. */
  readonly progress: ConditionProgress | null;
  /** What its web sources say now; null if it has none. */
  readonly sources: readonly SourceValue[] | null;
  readonly warnings: readonly string[];
  /** Questions that would be measured, if this one is not. */
  readonly suggestions: readonly Suggestion[];
}

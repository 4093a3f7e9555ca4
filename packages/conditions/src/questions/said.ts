// What a sentence says: see grammar.ts.
import type { ConditionInput } from '../condition-input.ts';
import type { Authority } from '../kinds/shared/latched-facts.ts';
import type { Comparator } from '../kinds/shared/threshold.ts';
import type { CountedPad, LaunchEvent } from '../launches/launchpads.ts';
import type { Moment } from './moment.ts';

export type QuestionInput = Pick<
  ConditionInput,
  'question' | 'tokenAddress' | 'expiresAt' | 'now' | 'token' | 'otherToken'
>;

export type Metric = 'price' | 'market_cap' | 'liquidity' | 'pool' | 'holders' | 'supply';

export interface Amount {
  readonly value: string;
  readonly unit: string | null;
  readonly isRound: boolean;
}

/** What a derivation says: see grammar.ts. */
export interface Said {
  readonly subject?: readonly Mention[];
  readonly pronoun?: 'token';
  readonly metric?: Metric;
  readonly does?:
    | 'is'
    | 'has'
    | 'gets'
    | 'moves'
    | 'reaches'
    | 'crosses'
    | 'exceeds'
    | 'flips'
    | 'ends'
    | 'stays'
    | 'happens';
  readonly cmp?: Comparator;
  /** From which side it moves. */
  readonly from?: 'below' | 'above';
  readonly amount?: Amount;
  readonly low?: { readonly amount: Amount };
  readonly high?: { readonly amount: Amount };
  readonly minimum?: { readonly amount: Amount };
  readonly range?: 'inside' | 'outside';
  readonly change?: 'up' | 'down';
  readonly percent?: string;
  readonly multiple?: string;
  /** The change is counted from the creation, whatever time is named. */
  readonly since?: 'now' | 'said';
  readonly not?: 'not' | 'never';
  readonly again?: 'yes';
  readonly still?: 'yes';
  /** "Has it hit" and "it hits" ask for what will be only with a time. */
  readonly tense?: 'past' | 'present';
  /** The holders, not their number; the people behind the token. */
  readonly who?: 'holders' | 'team' | 'creator' | 'top';
  /** It counts tokens. */
  readonly counts?: 'tokens';
  /** It has none: "SOL 250 by Friday". */
  readonly verb?: 'none';
  readonly when?: readonly Moment[];
  readonly other?: Said;
  /** It has so much of something that must be named. */
  readonly kind?: 'counted' | 'asset';
  readonly event?: 'curve_complete' | 'migrated' | 'revoked' | 'sold';
  readonly authority?: Authority;
  /** A share of the supply. */
  readonly share?: 'yes';
  readonly pad?: CountedPad;
  /** What happens to that many tokens of the launchpad. */
  readonly launches?: LaunchEvent | 'completed';
  /** How much of the curve. */
  readonly full?: { readonly percent: string };
}

/** One of the names that the question gives it. */
export interface Mention {
  readonly by: 'asset' | 'ticker' | 'name' | 'address' | 'stranger';
  readonly name: string;
}

/** Thrown where a question cannot be measured; the question is attested then. */
export class Refused extends Error {
  /** What it could mean instead. */
  readonly others: readonly Said[];

  constructor(why: string, others: readonly Said[] = []) {
    super(why);
    this.others = others;
  }
}

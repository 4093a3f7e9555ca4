// What every type of condition supplies, and what it is given. Knows none of the types itself.
import type { Address } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import type { Sample } from '@tote/oracles/account-snapshot';
import type { Reading } from '@tote/oracles/reading';
import type { Decider } from '@tote/program-client';
import type { Evidence, MarketMoments, Measure, Verdict } from './evaluation/verdict.ts';
import type { FieldReader } from './field-reader.ts';

/** How the program will know the outcome. */
export interface Decision {
  readonly decider: Decider;
  readonly isTriggered: boolean;
  readonly isLatched: boolean;
  /** Bets stop a little before the expiry, because the answer is nearly known by then. */
  readonly closesEarly: boolean;
}

/** Whether the result is certain as soon as the condition is met: then nobody bets any more. */
export function isCertainOnceMet({
  isTriggered,
  isLatched,
}: Pick<Decision, 'isTriggered' | 'isLatched'>): boolean {
  return isTriggered || isLatched;
}

/** What the chain says about the token when the market is created. Nothing of it is needed. */
export interface TokenHints {
  readonly mint?: { readonly program: Address; readonly decimals: number };
  /** Where the token is sold first. Null: it was looked for and not found. */
  readonly launchpad?: Launchpad | null;
  /** Its deepest pool with SOL: later ones could be opened to mislead. */
  readonly pool?: Address;
  /** What its curve is paired with. */
  readonly quoteMint?: Address;
}

export const LAUNCHPADS = ['pump', 'launchlab'] as const;
export type Launchpad = (typeof LAUNCHPADS)[number];

/** How pool prices are observed; part of the condition, so that it cannot change later. */
export interface PoolRule {
  /** The median of the samples of so many seconds decides. */
  readonly windowSeconds: number;
  readonly samplesMin: number;
}

export interface ConditionInput {
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly expiresAt: UnixSeconds;
  /** The structured `condition` of the request. */
  readonly condition?: unknown;
  /** The chain's time, to check "in 24 hours" and "this Friday" against the expiry. */
  readonly now?: UnixSeconds;
  readonly token?: TokenHints;
  /** The program that owns Pyth's updates on this chain. */
  readonly pythReceiver?: Address;
  readonly poolRule?: PoolRule;
}

/** What each type of condition brings along: one file per type, listed in `kinds.ts`. */
export interface ConditionKind<C> {
  /** From a request or from canonical text; throws `condition_invalid`. */
  parse(fields: FieldReader, input: ConditionInput): C;
  /** What somebody who creates such a market should know. */
  warn(condition: C): readonly string[];
  /** A sentence for people, with the moment that counts. */
  describe(condition: C, expiresAt: UnixSeconds): string;
  decide(condition: C): Decision | Promise<Decision>;
  /** The accounts that a sample must hold; pools beyond those that can be derived are extra. */
  listAccounts(condition: C): Promise<readonly Address[]>;
  /** What one sample says about it. */
  measure(condition: C, sample: Sample, moments: MarketMoments): Promise<Reading<Measure>>;
  evaluate(condition: C, evidence: Evidence, moments: MarketMoments): Promise<Verdict>;
}

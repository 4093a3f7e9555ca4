// What decides a market. The canonical text goes on chain in the creating instruction, its hash
// into the account; everything that is shown about the condition is made from that text.
import type { UnixSeconds } from '@tote/domain';
import type { Decider } from '@tote/program-client';

/** Grows by a file per type. */
export interface AttestedCondition {
  readonly type: 'attested';
  /** The token that the question is about, null for a global market. */
  readonly tokenAddress: string | null;
}

export type Condition = AttestedCondition;

/** Anyone may create a market on chain, with any text as its condition. */
export interface UnknownCondition {
  readonly type: 'unknown';
  readonly text: string;
}

/** Everything that creating a market needs to know about its condition. */
export interface CompiledCondition {
  readonly condition: Condition;
  /** Canonical JSON: sorted keys, no spaces, with a version. At most 1,024 bytes. */
  readonly canonical: string;
  readonly decider: Decider;
  readonly isTriggered: boolean;
  readonly isLatched: boolean;
  /** Bets stop a little before the expiry, because the answer is nearly known by then. */
  readonly closesEarly: boolean;
  readonly warnings: readonly string[];
}

export interface ConditionInput {
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly expiresAt: UnixSeconds;
  /** The structured `condition` of the request. */
  readonly condition?: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What each type of condition brings along: one file per type, listed in `kinds.ts`. */
export interface ConditionKind<C extends Condition = Condition> {
  /** From the structured condition of a request; throws `condition_invalid`. */
  compile(fields: Fields, input: ConditionInput): CompiledCondition;
  /** From canonical fields, undefined unless they are exactly those of this type. */
  read(fields: Fields): C | undefined;
  /** A sentence for people, with the moment that counts. */
  describe(condition: C, expiresAt: UnixSeconds): string;
}

// The interface of a type of condition, and its input. Knows none of the types itself.
import type { Address } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import type { Decider } from '@tote/program-client';
import type { Evidence, MarketMoments, Measure, Verdict } from './evaluation/verdict.ts';
import type { FieldReader } from './field-reader.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import type { Reading } from './oracles/reading.ts';

/** How the program gets the outcome: what a condition compiles to. */
export interface ResolutionRule {
  readonly decider: Decider;
  readonly isTriggered: boolean;
  readonly isLatched: boolean;
  /** It is met means No. */
  readonly isInverted: boolean;
  /** Bets stop the Config's lead before the expiry: the outcome is nearly known by then. */
  readonly closesEarly: boolean;
}

/** Whether the result is certain as soon as the condition is met, so that bets must stop. */
export function isCertainOnceMet({
  isTriggered,
  isLatched,
}: Pick<ResolutionRule, 'isTriggered' | 'isLatched'>): boolean {
  return isTriggered || isLatched;
}

/** What the chain says about the token when the market is created. All of it is optional. */
export interface TokenHints {
  readonly mint?: { readonly program: Address; readonly decimals: number };
  /** Where the token is sold first. Null if it was searched for and not found. */
  readonly launchpad?: Launchpad | null;
  /** Its deepest pool with SOL. Later ones could be opened to manipulate the price. */
  readonly pool?: Address;
  /** The mint that its curve is paired with. */
  readonly quoteMint?: Address;
  /** From its metadata. Null if it has none; left out: not read. */
  readonly names?: TokenNames | null;
}

/** Anyone may choose any, so they prove nothing. */
export interface TokenNames {
  readonly symbol: string;
  readonly name: string;
}

/** A token that the market's is compared with. */
export interface OtherToken {
  readonly address: string;
  readonly hints: TokenHints;
}

export const LAUNCHPADS = ['pump', 'launchlab'] as const;
export type Launchpad = (typeof LAUNCHPADS)[number];

/** How pool prices are observed. Part of the condition, so that it cannot change later. */
export interface PoolRule {
  /** The median of the samples over this many seconds decides. */
  readonly windowSeconds: number;
  readonly samplesMin: number;
}

/** How a question is attested, if nothing measures it. */
export interface AskedAttestation {
  readonly silence: 'no' | 'refund';
  /** Until when a verdict can be given. */
  readonly endsAt?: UnixSeconds;
}

export interface ConditionInput {
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly expiresAt: UnixSeconds;
  /** The structured `condition` of the request. */
  readonly condition?: unknown;
  /** The `attestation` of the request. */
  readonly attestation?: AskedAttestation;
  /** The chain's time, to check "in 24 hours" and "this Friday" against the expiry. */
  readonly now?: UnixSeconds;
  readonly token?: TokenHints;
  readonly otherToken?: OtherToken;
  /** The program that owns Pyth's updates on this chain. */
  readonly pythReceiver?: Address;
  readonly poolRule?: PoolRule;
}

/** One file per type, listed in `kinds.ts`. */
export interface ConditionKind<C> {
  /** From a request or from canonical text; throws `condition_invalid`. */
  parse(fields: FieldReader, input: ConditionInput): C;
  /** Warnings for the creator of such a market. */
  warn(condition: C): readonly string[];
  /** A sentence for people, with the time that counts. */
  describe(condition: C, expiresAt: UnixSeconds): string;
  resolutionRule(condition: C): ResolutionRule | Promise<ResolutionRule>;
  /** The accounts that a sample must hold. Vaults of pools come in addition. */
  listAccounts(condition: C): Promise<readonly Address[]>;
  /** What one sample says about it. */
  measure(condition: C, sample: Sample, moments: MarketMoments): Promise<Reading<Measure>>;
  evaluate(condition: C, evidence: Evidence, moments: MarketMoments): Promise<Verdict>;
}

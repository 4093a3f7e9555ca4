// The interface of a kind of condition: what the rest asks instead of testing the type.
import type { Address } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import type { Decider, MarketSource } from '@tote/program-client';
import type { Attestable } from '../attestation.ts';
import type { ConditionInput, PoolRule, SupplyControl, TokenHints } from '../condition-input.ts';
import type { Evidence, MarketMoments, Measure, Progress, Verdict } from '../evaluation/verdict.ts';
import type { FieldReader } from '../field-reader.ts';
import type { CountedPad, LaunchEvent } from '../launches/launchpads.ts';
import type { AccountSnapshot, Sample } from '../oracles/account-snapshot.ts';
import type { Quote } from '../oracles/prices/quotes.ts';
import type { Rational } from '../oracles/rational.ts';
import type { Reading } from '../oracles/reading.ts';
import type { WebCondition } from '../web/web-condition.ts';
import type { Scenario } from './shared/scenario.ts';
import type { Timing } from './shared/threshold.ts';

/** Each names the token that it is about, null for a global market. */
interface AnyCondition {
  readonly type: string;
  readonly tokenAddress: Address | null;
  readonly timing?: Timing;
}

type Schema = Readonly<Record<string, unknown>>;

/** The structured `condition` of a request as JSON Schema, for the documentation of the API. */
export interface KindSchema {
  readonly description: string;
  /** All other fields have a default. */
  readonly required: readonly string[];
  readonly fields: Schema;
  /** As in a request, without the type. */
  readonly example: Schema;
}

/** A token whose price is read from pools. */
export interface PooledToken extends Quote {
  readonly tokenAddress: Address;
  /** The decimals of the mint when the market was created; null if they were not read. */
  readonly decimals: number | null;
  /** Its deepest pool when the market was created; null if there was none. */
  readonly pool: Address | null;
  /** From its metadata when the market was created. It proves nothing. */
  readonly symbol?: string;
  /** `liquidityOf` that pool then, unless the condition names another; left out: not read. */
  readonly liquidity?: string;
}

/** A price feed, and whether the update of the expiry is needed or the feed's account. */
export interface WantedFeed {
  readonly feed: string;
  readonly feedId: string;
  readonly receiver: Address;
  readonly from: 'update' | 'account';
}

/** The first update at or after a moment that the clauses of the fact accept. */
export interface WantedPrice {
  readonly feed: WantedFeed;
  readonly fact: TimedFact;
  readonly moment: UnixSeconds;
}

export type TimedFact = Extract<Decider, { source: MarketSource.TimedFact }>;

/** Either each of them must be met, or one. */
export interface Parts {
  readonly must: 'every' | 'some';
  readonly conditions: readonly AnyCondition[];
}

export interface WantedHolders {
  readonly mint: Address;
  /** In tokens; the mint's decimals give the base units. */
  readonly minimumBalance: string;
  /** Whether what the largest holders have is added up. */
  readonly isLargest?: boolean;
}

/** Transactions of a launchpad, instead of accounts. */
export interface WantedLaunches {
  readonly launchpad: CountedPad;
  readonly event: LaunchEvent;
  readonly from: UnixSeconds;
  readonly nodes: number;
  /** With as many it is decided. */
  readonly target: number;
}

/** What warnings about costs need beyond the condition's own accounts. Left out: unknown. */
export interface KnownCosts {
  /** SOL per token, in the deepest pool of its launch. */
  readonly price?: Rational;
  /** Lamports that a new token account must hold. */
  readonly tokenAccountRent?: bigint;
  /** The bonding curve, which must sell out before the token migrates. */
  readonly curve?: AccountSnapshot;
}

export type MeasureSample = (sample: Sample) => Reading<Measure>;

/** `start`: what was observed at the start so far. */
type ReadProgress = (sample: Sample, start: readonly Sample[]) => Promise<Progress | null>;

/** One folder per kind, listed in `kinds/index.ts`. What is optional has a default. */
export interface Kind<C extends AnyCondition> {
  readonly type: C['type'];
  readonly schema: KindSchema;
  /** Markets that `npm run demo`, `tote sandbox` and the story test play. */
  readonly demo: readonly Scenario[];

  /** From a request or from canonical text; throws `condition_invalid`. */
  parse(fields: FieldReader, input: ConditionInput): C;
  /** The `details` of a market: see `describeRule`. What nothing reads quotes the question. */
  describe(condition: C, expiresAt: UnixSeconds, question?: string): string;
  warn?(condition: C): readonly string[];
  /** What a question states besides token and time. The rest is how that is observed. */
  readonly stated?: readonly (keyof C)[];
  /** Whether what else the question says is the same, beside what is `stated`. */
  agrees?(asked: C, given: C): boolean;
  /** What has happened stays so: at any time before is the same as at the expiry. */
  readonly isPermanent?: true;
  readonly isWhole?: true;

  /** The kind with what differs by the condition, such as by what it measures. */
  variant?(condition: C): Kind<C>;
  /** The conditions that decide it together. */
  parts?(condition: C): Parts;
  /** When it counts, if it has no field `timing`. */
  timing?(condition: C): Timing;
  /** At the expiry the result is nearly known a moment before. */
  readonly closesEarly?: true;
  /** Whoever trades moves it: it follows the prices of `tokens`. */
  readonly followsPrice?: true;
  /** What the program gets to decide it alone; undefined or left out: an oracle decides. */
  fact?(condition: C): Decider | undefined | Promise<Decider>;
  /** The value in the account that decided a timed fact. */
  factValue?(condition: C, account: AccountSnapshot): string;

  /** What the oracle answers. Neither this nor `web`: it samples accounts. */
  attestation?(condition: C): Attestable;
  web?(condition: C): C & WebCondition;
  /** The accounts of a sample; left out: of the fact, or of the feeds. Vaults come in addition. */
  listAccounts?(condition: C): readonly Address[] | Promise<readonly Address[]>;
  /** What samples say about it; whether they meet the fact, if left out. */
  measurer?(condition: C, moments: MarketMoments): MeasureSample | Promise<MeasureSample>;
  /** When the value is observed that it is compared with, if it is not a threshold. */
  startsAt?(condition: C): UnixSeconds;
  /** The median over a window decides; left out: a single sample. */
  window?(condition: C): PoolRule;
  /** Tokens whose prices are read from pools: its own, and the one that it is compared with. */
  tokens?(condition: C): readonly PooledToken[];
  feeds?(condition: C): readonly WantedFeed[];
  holders?(condition: C): WantedHolders;
  launches?(condition: C): WantedLaunches;
  /** Updates of price feeds that the oracle compares, because the program cannot. */
  updates?(condition: C, expiresAt: UnixSeconds): readonly WantedPrice[];
  /** The verdict; left out: by its parts, by the fact or by the samples. */
  evaluate?(condition: C, evidence: Evidence, moments: MarketMoments): Verdict | Promise<Verdict>;
  /** Instead of value and threshold. Undefined if it never has a number. */
  progress?(condition: C): ReadProgress | undefined;

  /** Why one key can decide it. Such a market is custom. */
  customReasons?(condition: C, known: KnownControl): readonly string[];
  /** Whoever can change the supply changes the value. */
  followsSupply?(condition: C): boolean;
  /** Who can move the value, and at what cost now. Left out with `followsPrice`: whoever trades. */
  movers?(condition: C, sample: Sample, costs: KnownCosts, measure?: Measure): readonly string[];
  /** The values at which it changes; left out: its threshold. */
  targets?(condition: C): readonly string[];
  /** The same if they follow from a value that is not known yet: by the present one. */
  targetsFrom?(condition: C, value: Rational): readonly Rational[];
  costs?(condition: C): readonly (keyof KnownCosts)[];
}

/** What the chain says about who controls the market's token. */
interface KnownControl {
  readonly hints: TokenHints;
  readonly supply: SupplyControl;
}

// The state that the model keeps: what the program's accounts must say after each command, and who
// holds which coins outside. Whatever the rules decide is asked of packages/domain, not kept twice.
import type { Address } from '@solana/kit';
import type {
  Amount,
  Auction,
  Outcome as DomainOutcome,
  FeeRates,
  MarketTimes,
  Pools,
  Position,
  Settlement,
} from '@tote/domain';
import type { Currency, MarketSource } from '@tote/program-client';
import type { Key } from '../support/key.ts';
import type { Terms } from '../support/terms.ts';
import type { PlaceBetsArgs } from './actions/bets.ts';
import type { Statistics } from './statistics.ts';

/** Amounts of SOL and of UTILITY. */
export type Pair = [bigint, bigint];

export interface Model {
  now: bigint;
  slot: bigint;
  config: Config;
  readonly vaults: readonly [Vault, Vault];
  readonly bettors: readonly Bettor[];
  /** Closed ones too. */
  readonly markets: Market[];
  readonly observed: readonly Observed[];
  /** The lamports of everybody who takes part, by wallet. */
  readonly lamports: Map<Address, bigint>;
  /** By token account; those that do not exist are missing. */
  readonly tokens: Map<Address, bigint>;
  supply: bigint;
  /** What was sent before, so that it can be sent again. */
  readonly sentBets: PlaceBetsArgs[];
  readonly statistics: Statistics;
  /** The lamports that an account of this size must hold. */
  rent(bytes: number): bigint;
}

/** What the admin sets. */
export interface Settings {
  readonly terms: Terms;
  readonly admin: Key;
  readonly knownPrograms: readonly Address[];
}

/** What is in force, and what was announced. Replaced as a whole, never changed in place. */
export interface Config extends Settings {
  /** Stays when it was applied or cancelled; null if nothing was ever announced. */
  readonly pending: Settings | null;
  /** When it can take effect; 0 if nothing is pending. */
  readonly pendingAt: bigint;
  readonly oracleGeneration: number;
  readonly oracleDisabledBelow: number;
  readonly operatorGeneration: number;
  readonly operatorDisabledBelow: number;
}

export interface Vault {
  readonly currency: Currency;
  owed: bigint;
  feesBurn: bigint;
  feesDeveloper: bigint;
  burnTotal: bigint;
  burnedTotal: bigint;
  utilityBurnedTotal: bigint;
  readonly lot: bigint;
  auction: Auction;
  /** What somebody sent to it past the program. */
  donated: bigint;
}

/** Somebody with a wallet, and perhaps with a Bettor account. */
export interface Bettor {
  readonly key: Key;
  readonly address: Address;
  readonly bump: number;
  /** What stands at its address: the rent, and donations. */
  lamports: bigint;
  account: BettorAccount | null;
  /** Closed before. */
  wasClosed: boolean;
}

export interface BettorAccount {
  readonly rentPayer: Key;
  isAutoWithdraw: boolean;
  readonly available: Pair;
  readonly sweepable: Pair;
  delegate: Key | null;
  /** Which of the Config's operators the delegate was; `FOREIGN` otherwise. */
  delegateGeneration: number;
  epoch: bigint;
  delegateExpiresAt: bigint;
  allowance: Pair;
  betIds: UsedBetIds;
  /** What the wallet paid for slots of an account that somebody else opened. */
  walletRent: bigint;
  readonly slots: (Slot | null)[];
}

/** The ids of one epoch. */
export interface UsedBetIds {
  readonly highest: number;
  /** As far as the program remembers them. */
  readonly recent: readonly number[];
}

export const NO_BET_IDS: UsedBetIds = { highest: 0, recent: [] };

export interface Slot {
  readonly market: Market;
  readonly position: Position;
}

/** An account that state facts look at. */
export interface Observed {
  readonly address: Address;
  /** A number in an account of the test's program, or a bonding curve, which is latched. */
  readonly kind: 'counter' | 'curve';
  content: ObservedContent;
}

export type ObservedContent =
  /** Nothing was ever created there, but lamports may have been sent. */
  | { kind: 'missing'; lamports: bigint }
  /** The holder of its key made the System program give it the right bytes. */
  | { kind: 'allocated' }
  /** It belongs to another program. */
  | { kind: 'foreign' }
  /** It ends before the number that decides. */
  | { kind: 'short' }
  | { kind: 'whole'; isMarked: boolean; count: bigint };

export type Decider =
  | { kind: 'oracle'; oracle: Key; isNamed: boolean }
  | { kind: 'timed'; atLeast: bigint }
  | { kind: 'state'; observed: Observed; atLeast: bigint };

/** What a market promised when it was created. Later configuration changes nothing of it. */
export interface MarketTerms {
  readonly feeRates: FeeRates;
  readonly minimumStake: Amount;
  /** 0 for a fact, which nobody can veto. */
  readonly vetoSeconds: number;
}

export interface Market {
  readonly address: Address;
  readonly bump: number;
  readonly nonce: bigint;
  readonly currency: Currency;
  readonly creator: Key;
  readonly rentPayer: Key;
  readonly decider: Decider;
  readonly source: MarketSource;
  readonly subject: Address;
  readonly factOwner: Address;
  readonly clauses: Uint8Array;
  readonly clauseCount: number;
  readonly isTriggered: boolean;
  readonly isLatched: boolean;
  readonly isGated: boolean;
  readonly isCustom: boolean;
  readonly isInverted: boolean;
  /** Which of the Config's oracles decides; `FOREIGN` for others, and for facts. */
  readonly oracleGeneration: number;
  /** As the account keeps it; a fact has no veto whatever it says. */
  readonly vetoSeconds: number;
  readonly createdAt: bigint;
  readonly times: MarketTimes;
  readonly terms: MarketTerms;
  pools: Pools;
  /** Who gets the money, as soon as it is recorded: a veto may still change it. */
  settlement: Settlement | null;
  sequence: bigint;
  lastBetSlot: bigint;
  outcome: DomainOutcome | null;
  resolvedAt: bigint;
  evidenceHash: Uint8Array;
  openPositions: number;
  held: bigint;
  burnDue: bigint;
  developerDue: bigint;
  distributable: bigint;
  areFeesMoved: boolean;
  lamports: bigint;
  /** The account is closed. */
  isGone: boolean;
  /** The positions that were settled. */
  readonly settled: Position[];
}

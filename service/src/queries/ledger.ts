// What bets came to: wallets, the best of them, what happens, and accounts in full.
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import type { Amount, Currency, Outcome, Pools, UnixSeconds } from '@tote/domain';
import type { MovementKind } from '../store/projection/ledger.ts';

export interface PositionRecord {
  readonly marketId: MarketId;
  readonly question: string;
  readonly currency: Currency;
  readonly stakes: Pools;
  readonly payoutIfYes: Amount;
  readonly payoutIfNo: Amount;
  readonly status: 'open' | 'closed' | 'won' | 'lost' | 'refunded';
  /** The credited payout; null before. */
  readonly payout: Amount | null;
}

export interface WalletPage {
  /** Of settled positions. Open ones are few, and the first page has all. */
  readonly limit: number;
  readonly cursor?: string;
}

/** Of settled positions. */
export interface WalletResults {
  /** Payouts less stakes. */
  readonly profit: bigint;
  readonly staked: Amount;
  readonly paid: Amount;
  readonly won: number;
  readonly lost: number;
  readonly refunded: number;
}

export interface WalletRecord {
  readonly wallet: Address;
  readonly results: Readonly<Record<Currency, WalletResults>>;
  /** Stakes that are not settled. */
  readonly staked: Readonly<Record<Currency, Amount>>;
  /** The open ones, then the last settled ones. */
  readonly positions: readonly PositionRecord[];
  readonly nextCursor: string | null;
}

/** What activity is made of. Of payouts only those above zero. */
export const ACTIVITY_TYPES = {
  bet: ['bet.confirmed'],
  outcome: ['market.resolved', 'market.refunded'],
  payout: ['position.settled'],
} as const;
export type ActivityType = keyof typeof ACTIVITY_TYPES;

export interface ActivityPage {
  readonly type?: ActivityType;
  readonly limit: number;
  /** Only events before this id. */
  readonly before?: bigint;
}

/** As the feed has it. */
interface ActivityEvent {
  readonly id: bigint;
  readonly type: string;
  readonly marketId: MarketId | null;
  readonly wallet: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** Unix milliseconds, wall time. */
  readonly at: number;
}

export interface ActivityRecord {
  readonly events: readonly ActivityEvent[];
  /** Null: there is nothing before. A page may be short, or empty, and still have a next. */
  readonly next: bigint | null;
}

export interface DayTotals {
  readonly volume: bigint;
  readonly bets: bigint;
  readonly bettors: bigint;
  readonly paid: bigint;
  readonly burned: bigint;
}

export interface StatsRecord {
  readonly totals: Readonly<Record<Currency, DayTotals & { readonly openMarkets: number }>>;
  readonly days: readonly {
    /** When the day began. */
    readonly day: UnixSeconds;
    readonly totals: Readonly<Record<Currency, DayTotals>>;
  }[];
}

export interface StatementPeriod {
  /** Default: the beginning. */
  readonly from?: UnixSeconds;
  /** Not included. Default: everything until now. */
  readonly to?: UnixSeconds;
}

export interface StatementEntry {
  readonly at: UnixSeconds;
  readonly type: MovementKind;
  readonly currency: Currency;
  /** Negative if the balance became smaller. */
  readonly amount: bigint;
  /** In the currency, afterwards. */
  readonly balance: bigint;
  readonly marketId: MarketId | null;
  readonly betId: string | null;
  /** Of a bet. */
  readonly outcome: Outcome | null;
  readonly transactionId: string;
}

export interface StatementRecord {
  readonly wallet: Address;
  /** The balances before the first entry and after the last. */
  readonly opening: Readonly<Record<Currency, bigint>>;
  readonly closing: Readonly<Record<Currency, bigint>>;
  /** Oldest first. */
  readonly entries: readonly StatementEntry[];
}

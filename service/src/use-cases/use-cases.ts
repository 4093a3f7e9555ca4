// The interface between http/ and the rest of the service: all commands and queries with their
// types. bets/, markets/, accounts/ and queries/ implement it; service.ts connects them.

import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import type { AskedAttestation } from '@tote/conditions/condition-input';
import type {
  Amount,
  Currency,
  ErrorParam,
  Outcome,
  Pools,
  Stake,
  UnixSeconds,
} from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import type { MarketList, MarketPage } from '../store/projection/list-markets.ts';
import type { MarketEnd, MarketView } from '../store/projection/market-view.ts';
import type { AccessCommands, AccessQueries, Idempotency } from './access.ts';
import type { DemoData } from './demo-data.ts';
import type {
  ActivityPage,
  ActivityRecord,
  LeaderList,
  LeaderPage,
  PositionRecord,
  StatementPeriod,
  StatementRecord,
  StatsRecord,
  WalletPage,
  WalletRecord,
} from './ledger.ts';
import type { ConditionProgress, MarketPreview } from './market-preview.ts';
import type { PayoutPage, PayoutRecord, Receipt, SampleHash, SampleHashPage } from './receipt.ts';
import type { Reserves } from './reserves.ts';
import type { Trust } from './trust.ts';

export type {
  ConditionProgress,
  Idempotency,
  MarketEnd,
  MarketPreview,
  MarketView,
  PositionRecord,
};

/** An amount as text, until the decimals of its currency are known. */
export interface AmountText {
  readonly text: string;
  /** A JSON number may have an exponent, a string may not. */
  readonly isJsonNumber: boolean;
}

export interface CreateMarketInput {
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly expiresAt: UnixSeconds;
  readonly closesAt?: UnixSeconds;
  readonly currency: Currency;
  readonly condition?: unknown;
  readonly attestation?: AskedAttestation;
  readonly initialStake?: { readonly outcome: Outcome; readonly amount: AmountText };
}

/** Without an expiry, the one that the question names is taken. */
export type PreviewMarketInput = Omit<CreateMarketInput, 'expiresAt'> &
  Partial<Pick<CreateMarketInput, 'expiresAt'>>;

export interface PlaceBetInput {
  readonly marketId: string;
  readonly outcome: string;
  readonly amount: AmountText;
  readonly currency?: Currency;
}

export interface BetRecord extends Stake {
  readonly betId: string;
  readonly marketId: MarketId;
  readonly wallet: Address;
  readonly currency: Currency;
  readonly state: 'pending' | 'confirmed' | 'failed';
  readonly transactionId: string;
  /** After this bet; while it is pending, the current confirmed pools. */
  readonly pools: Pools;
  readonly error?: RecordedError;
  readonly placedAt: UnixSeconds;
}

export interface RecordedError {
  readonly code: string;
  readonly params: Readonly<Record<string, ErrorParam>>;
}

export interface TransactionRecord {
  readonly transactionId: string;
  readonly state: 'pending' | 'confirmed' | 'finalized' | 'failed';
  readonly slot?: bigint;
  readonly error?: RecordedError;
  /** The transaction that replaced this one after it expired. */
  readonly replacedBy?: string;
  readonly bets: readonly BetRecord[];
}

export type AccountAction =
  | { readonly type: 'open'; readonly slots?: number }
  | { readonly type: 'grow'; readonly slots: number }
  | { readonly type: 'deposit'; readonly currency: Currency; readonly amount: AmountText }
  | {
      readonly type: 'withdraw';
      readonly currency: Currency;
      readonly amount: AmountText;
      /** UTILITY only: a token account of the wallet. Default: its associated one. */
      readonly tokenAccount?: string;
    }
  | {
      readonly type: 'delegate';
      /** Default: this service. Null: nobody. */
      readonly delegate?: string | null;
      readonly expiresAt?: UnixSeconds;
      readonly allowance?: Partial<Record<Currency, AmountText>>;
    }
  | { readonly type: 'autoWithdraw'; readonly enabled: boolean }
  /** Small rests may be left behind: SOL for the buyback, UTILITY to be burned. */
  | { readonly type: 'close'; readonly forfeitSol?: boolean; readonly forfeitUtility?: boolean };

/** Who pays for a transaction that a wallet signs. The relayer pays only within its limits. */
export type FeePayer = 'relayer' | 'wallet';

/** How a transaction that a wallet signs is prepared. */
export interface PrepareOptions {
  /** Default: the relayer. */
  readonly feePayer?: FeePayer;
  /** Version 0 or an error. Default: version 1 if it does not fit version 0. */
  readonly transactionVersion?: 0;
}

/** An unsigned transaction for a wallet to sign. */
export interface PreparedTransaction {
  /** Base64 of the whole transaction, with empty signatures. */
  readonly transaction: string;
  readonly lastValidBlockHeight: bigint;
  /** What it will do, in sentences. */
  readonly summary: readonly string[];
}

export interface AccountRecord {
  readonly wallet: Address;
  /** Zero when the wallet has no Bettor. */
  readonly balances: Readonly<Record<Currency, Amount>>;
  readonly staked: Readonly<Record<Currency, Amount>>;
  readonly delegate: {
    readonly address: Address;
    readonly expiresAt: UnixSeconds;
    readonly allowance: Readonly<Record<Currency, Amount>>;
  } | null;
  readonly autoWithdraw: boolean;
  readonly isOpen: boolean;
  readonly slots: { readonly total: number; readonly used: number };
  readonly positions: readonly PositionRecord[];
}

export interface MarketResult {
  readonly marketId: MarketId;
  readonly currency: Currency;
  readonly winningOutcome: Outcome | null;
  readonly resolvedAt: UnixSeconds;
  readonly yourWinnings: Amount;
  readonly claimable: boolean;
  readonly isRefunded: boolean;
}

export interface BetPage {
  readonly marketId: string;
  readonly limit: number;
  readonly offset: number;
  /** Only what comes after this bet in the list. */
  readonly after?: string;
}

export interface HistoryPoint extends Stake {
  readonly betId: string;
  readonly sequence: bigint;
  readonly pools: Pools;
  readonly placedAt: UnixSeconds;
}

export interface ServiceConfig {
  readonly programAddress: Address;
  readonly utilityMint: Address;
  /** Owns that mint. */
  readonly tokenProgram: Address;
  readonly decimals: Readonly<Record<Currency, number>>;
  readonly minimumStake: Readonly<Record<Currency, Amount>>;
  readonly feeRates: { readonly burnBps: number; readonly developerBps: number };
  readonly vetoSeconds: number;
  /** How long before the expiry a market on a price at its expiry stops taking bets. */
  readonly leadSeconds: number;
  /** How far ahead a market may end in which we sign for a wallet. */
  readonly horizonSeconds: number;
  /** The key that bets for wallets; also the fee payer. */
  readonly delegate: Address;
  /** All keys that we bet with as delegate; two while the operator's key is rotated. */
  readonly delegates: readonly Address[];
  readonly oracle: Address;
  readonly treasury: Address;
  /** The line after `Tote v1` in the text that wallets sign. */
  readonly origin: string;
  readonly genesisHash: string;
  readonly cluster: 'embedded' | 'remote';
  /** A node that browsers may use. Default: none. */
  readonly rpcUrl?: string;
  /** Of an explorer, with `{kind}` and `{id}`. Default: none. */
  readonly explorerUrl?: string;
  readonly hasSandbox: boolean;
  /** Programs whose accounts decide markets that delegates may bet in. */
  readonly knownPrograms?: readonly Address[];
  /** Throws while no transaction would land. */
  readonly refuseUnlandable?: (feePayer?: FeePayer | Address) => void;
  /** Our key is no longer the operator: it signs no market and no gated bet. Default: false. */
  readonly isOperatorDisabled?: boolean;
  /** Delegations to operators of a lower generation have no power. Default: 0. */
  readonly operatorDisabledBelow?: number;
  /** Our key is no longer the oracle of new markets. Default: false. */
  readonly isOracleDisabled?: boolean;
  /** Beginnings of the addresses that conditions may take values from. Default: none. */
  readonly webSources?: readonly string[];
  /** Made-up prices and tokens of the embedded chain; undefined on a cluster. */
  readonly demo?: DemoData;
}

/** A signed transaction needs no other credential; a caller, if any, must be its signer. */
type Submit<T> = (
  caller: Caller | null,
  transaction: string,
  idempotency?: Idempotency,
) => Promise<T>;

/** Use cases that change something. Each runs once per Idempotency-Key. */
export interface Commands extends AccessCommands {
  createMarket(
    caller: Caller,
    input: CreateMarketInput,
    idempotency?: Idempotency,
  ): Promise<CreatedMarket>;
  createSignedMarket: Submit<CreatedMarket>;
  placeBet(caller: Caller, input: PlaceBetInput, idempotency?: Idempotency): Promise<BetRecord>;
  /** As `Submit`. */
  placeSignedBet(
    caller: Caller | null,
    input: { readonly marketId: string; readonly transaction: string },
    idempotency?: Idempotency,
  ): Promise<BetRecord>;
  /** The market that `createMarket` would create. Creates and stores nothing. */
  previewMarket(input: PreviewMarketInput): Promise<MarketPreview>;
  prepareBet(
    wallet: Address,
    input: PlaceBetInput,
    options?: PrepareOptions,
  ): Promise<PreparedTransaction>;
  /** For the guardian to sign. */
  prepareVeto(
    wallet: Address,
    marketId: string,
    options?: PrepareOptions,
  ): Promise<PreparedTransaction>;
  prepareMarket(
    wallet: Address,
    input: CreateMarketInput,
    options?: PrepareOptions,
  ): Promise<PreparedMarket>;
  prepareAccount(
    wallet: Address,
    actions: readonly AccountAction[],
    options?: PrepareOptions,
  ): Promise<PreparedTransaction>;
  submitTransaction: Submit<TransactionRecord>;
  attest(
    caller: Caller,
    input: { marketId: string; outcome: string; evidence: string },
    idempotency?: Idempotency,
  ): Promise<MarketView>;
  /** Only on the embedded chain. */
  useFaucet(
    caller: Caller,
    input: { currency: Currency; amount: AmountText },
    idempotency?: Idempotency,
  ): Promise<{ balances: Readonly<Record<Currency, Amount>>; transactionId: string }>;
  /** Only in a sandbox. Returns the chain's time afterwards. */
  advanceClock(seconds: number): Promise<UnixSeconds>;
}

export interface CreatedMarket {
  readonly market: MarketView;
  readonly transactionId: string;
  /** `pending` when it was not confirmed in time; `market` is then the expected one. */
  readonly state: 'pending' | 'confirmed';
  readonly warnings: readonly string[];
}

export interface PreparedMarket extends PreparedTransaction {
  readonly marketId: MarketId;
  readonly warnings: readonly string[];
}

/** Use cases that only read. They see every write whose response was sent. */
export interface Queries extends AccessQueries {
  config(): ServiceConfig;
  /** While the chain is unavailable: the last known state. */
  getTrust(): Promise<Trust>;
  /** Changes with the Config on chain. Default: constant. */
  configVersion?(): number;
  now(): UnixSeconds;
  /** While this number is the same, no list of markets has changed. Undefined: unknown now. */
  version?(): number | undefined;
  findMarket(id: string): Promise<MarketView | undefined>;
  /** What `findMarket` would give at once; undefined if it would have to wait. */
  peekMarket?(id: string): MarketView | undefined;
  listMarkets(page: MarketPage): Promise<MarketList>;
  /** Expired markets whose oracle is the caller, who has not said anything yet. */
  listAwaitingVerdict(caller: Caller, limit: number): Promise<readonly MarketView[]>;
  findPosition(marketId: string, wallet: Address): Promise<PositionRecord | undefined>;
  findBet(betId: string): Promise<BetRecord | undefined>;
  listMarketBets(page: BetPage): Promise<readonly BetRecord[]>;
  listHistory(page: BetPage): Promise<readonly HistoryPoint[]>;
  /** At most so many, from the last to the first bet. */
  thinHistory(marketId: string, points: number): Promise<readonly HistoryPoint[]>;
  findTransaction(signature: string): Promise<TransactionRecord | undefined>;
  getAccount(wallet: Address): Promise<AccountRecord>;
  /** Throws `statement_too_long` and `statement_incomplete`. */
  getStatement(wallet: Address, period: StatementPeriod): Promise<StatementRecord>;
  getWallet(wallet: Address, page: WalletPage): Promise<WalletRecord>;
  listLeaders(page: LeaderPage): Promise<LeaderList>;
  /** Bets, outcomes and payouts, newest first. */
  listActivity(page: ActivityPage): Promise<ActivityRecord>;
  /** Today and the days before, newest first. */
  getStats(days: number): Promise<StatsRecord>;
  getResult(marketId: string, wallet: Address): Promise<MarketResult>;
  /** The receipt of a resolved or refunded market, with a page of its payouts. */
  getReceipt(page: PayoutPage): Promise<Receipt>;
  listPayouts(page: PayoutPage): Promise<readonly PayoutRecord[]>;
  /** From the offset to the end of its page; empty after the last. */
  listSampleHashes(page: SampleHashPage): Promise<readonly SampleHash[]>;
  getReserves(): Promise<Readonly<Record<Currency, Reserves>>>;
  /** The buyback of a burn share in SOL; null when there is none. Default: no conversions. */
  findConversion?(market: MarketView): Promise<Conversion | null>;
  /**
   * The current value of the condition of an open market. Undefined: it has no numeric value; null:
   * not available now.
   */
  findProgress?(market: MarketView): Promise<ConditionProgress | null | undefined>;
  /**
   * The object that `findProgress` would give if it measured nothing new; undefined if it would.
   * Another object means that there is a newer sample.
   */
  currentProgress?(market: MarketView): ConditionProgress | undefined;
  /** The warnings from the creation of a market. */
  findWarnings?(marketId: string): Promise<readonly string[]>;
  /** Why a closed market is not resolved yet; null when unknown. */
  findResolutionStatus(marketId: string): Promise<ResolutionStatus | null>;
  /** Whether this replica can serve requests. Takes a few seconds at most. */
  checkReadiness(): Promise<Readiness>;
  /** Whether writes would succeed now: also what all replicas share. */
  checkWrites(): Promise<Readiness>;
  /** What does not work although the service is ready, in sentences. */
  listLimitations?(): readonly string[];
}

export const READINESS_CHECKS = [
  'disk',
  'database',
  'clock',
  'chain',
  'chainTime',
  'relayer',
  'keeper',
  'indexer',
] as const;

/** Why each check failed; null: it did not. One that does not apply is left out. */
export type Readiness = Readonly<Partial<Record<(typeof READINESS_CHECKS)[number], string | null>>>;

export interface Conversion {
  /** UTILITY burned for the share so far. */
  readonly utilityBurned: Amount;
  readonly isComplete: boolean;
}

export interface ResolutionStatus {
  readonly waitingFor: string;
  readonly lastFailure: string | null;
  readonly nextTryAt: UnixSeconds | null;
}

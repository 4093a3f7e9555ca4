// What the service can do, seen from its edge. http/ knows these and nothing of the chain;
// commands/ implements them; service.ts puts the two together.
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import type {
  Amount,
  Currency,
  ErrorParam,
  Outcome,
  Pools,
  Scope,
  UnixSeconds,
} from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import type { ApiKeyRecord } from '../store/journal/api-keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { PayoutPage, PayoutRecord, Receipt } from './receipt.ts';
import type { Trust } from './trust.ts';

/** The Idempotency-Key of a request and what the request was, so that reuse is noticed. */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 of method, path and raw body, hex. */
  readonly requestHash: string;
}

/** An amount as it was written, until the currency says how many decimals it may have. */
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
  readonly initialStake?: { readonly outcome: Outcome; readonly amount: AmountText };
}

export interface PlaceBetInput {
  readonly marketId: string;
  readonly outcome: string;
  readonly amount: AmountText;
  readonly currency?: Currency;
}

export interface BetRecord {
  readonly betId: string;
  readonly marketId: MarketId;
  readonly wallet: Address;
  readonly outcome: Outcome;
  readonly amount: Amount;
  readonly currency: Currency;
  readonly state: 'pending' | 'confirmed' | 'failed';
  readonly transactionId: string;
  /** After this bet once confirmed; while pending the current confirmed pools. */
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
  /** The transaction that took the place of this one after it expired. */
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
      /** UTILITY only: one of the wallet's own. Left out: its associated one. */
      readonly tokenAccount?: string;
    }
  | {
      readonly type: 'delegate';
      /** Left out: ours. Null: nobody. */
      readonly delegate?: string | null;
      readonly expiresAt?: UnixSeconds;
      readonly allowance?: Partial<Record<Currency, AmountText>>;
    }
  | { readonly type: 'autoWithdraw'; readonly enabled: boolean }
  /** `forfeitUtility`: a little UTILITY may be left behind; it is burned. */
  | { readonly type: 'close'; readonly forfeitUtility?: boolean };

/** An unsigned transaction for a wallet to sign. */
export interface PreparedTransaction {
  /** Base64 of the whole transaction, with empty signatures. */
  readonly transaction: string;
  readonly lastValidBlockHeight: bigint;
  /** Sentences about what it will do. */
  readonly summary: readonly string[];
}

export interface PositionRecord {
  readonly marketId: MarketId;
  readonly currency: Currency;
  readonly stakes: Pools;
  readonly payoutIfYes: Amount;
  readonly payoutIfNo: Amount;
  readonly status: 'open' | 'closed' | 'won' | 'lost' | 'refunded';
  /** What was credited, null before. */
  readonly payout: Amount | null;
}

export interface AccountRecord {
  readonly wallet: Address;
  /** Null when the wallet has no Bettor. */
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

export interface HistoryPoint {
  readonly betId: string;
  readonly sequence: bigint;
  readonly outcome: Outcome;
  readonly amount: Amount;
  readonly pools: Pools;
  readonly placedAt: UnixSeconds;
}

export interface Reserves {
  readonly vault: Amount;
  readonly owed: Amount;
  readonly balances: Amount;
  readonly pools: Amount;
  readonly fees: Amount;
  /** vault - owed: gifts and rounding, never negative. */
  readonly surplus: bigint;
  readonly slot: bigint;
}

export interface ServiceConfig {
  readonly programAddress: Address;
  readonly utilityMint: Address;
  readonly decimals: Readonly<Record<Currency, number>>;
  readonly minimumStake: Readonly<Record<Currency, Amount>>;
  readonly feeRates: { readonly burnBps: number; readonly developerBps: number };
  readonly vetoSeconds: number;
  /** The key that bets for wallets; also the fee payer. */
  readonly delegate: Address;
  readonly oracle: Address;
  readonly treasury: Address;
  /** First line of what wallets sign after `Tote v1`. */
  readonly origin: string;
  readonly genesisHash: string;
  readonly cluster: 'embedded' | 'remote';
  readonly hasSandbox: boolean;
  /** Programs whose accounts decide markets that delegates may bet in. */
  readonly knownPrograms?: readonly Address[];
  /** Our key is not the operator any more: it signs no market and no gated bet. Left out: it is. */
  readonly isOperatorDisabled?: boolean;
  /** Our oracle is not the one of new markets any more. Left out: it is. */
  readonly isOracleDisabled?: boolean;
  /** Some oracle has lost its power, so that its markets are refunded. */
  readonly hasDisabledOracles?: boolean;
  /** What is made up on this chain, for trying things out; left out where everything is real. */
  readonly demo?: DemoData;
}

export interface DemoData {
  readonly notice: string;
  readonly feeds: readonly DemoFeed[];
  readonly tokens: readonly DemoTokenRecord[];
}

export interface DemoFeed {
  readonly symbol: string;
  readonly feedId: string;
  readonly account: Address;
}

export interface DemoTokenRecord {
  readonly symbol: string;
  readonly mint: Address;
  readonly bondingCurve: Address;
  readonly pool: Address | null;
  /** When its bonding curve is sold out, or was. */
  readonly curveCompletesAt: UnixSeconds;
}

/** Changes something. Each runs once per Idempotency-Key. */
export interface Commands {
  createMarket(
    caller: Caller,
    input: CreateMarketInput,
    idempotency?: Idempotency,
  ): Promise<CreatedMarket>;
  placeBet(caller: Caller, input: PlaceBetInput, idempotency?: Idempotency): Promise<BetRecord>;
  /** A wallet-signed transaction is its own credential; a caller, if there is one, must agree. */
  placeSignedBet(
    caller: Caller | null,
    input: { readonly marketId: string; readonly transaction: string },
    idempotency?: Idempotency,
  ): Promise<BetRecord>;
  /** What `createMarket` would make of it. Nothing is created and nothing stored. */
  previewMarket(input: CreateMarketInput): Promise<MarketPreview>;
  prepareBet(wallet: Address, input: PlaceBetInput): Promise<PreparedTransaction>;
  prepareMarket(wallet: Address, input: CreateMarketInput): Promise<PreparedMarket>;
  prepareAccount(wallet: Address, actions: readonly AccountAction[]): Promise<PreparedTransaction>;
  submitTransaction(
    caller: Caller | null,
    transaction: string,
    idempotency?: Idempotency,
  ): Promise<TransactionRecord>;
  createApiKey(
    caller: Caller,
    input: { name: string; scopes: readonly Scope[]; expiresAt: UnixSeconds | null },
    idempotency?: Idempotency,
  ): Promise<{ key: string; record: ApiKeyRecord }>;
  revokeApiKey(caller: Caller, id: string): Promise<ApiKeyRecord>;
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
  /** `pending` when it was not confirmed in time: the market is then what it will be. */
  readonly state: 'pending' | 'confirmed';
  readonly warnings: readonly string[];
}

export interface MarketPreview {
  /** As it would be; it has no id and no creator yet. */
  readonly market: MarketView;
  readonly decidedBy: {
    readonly type: 'fact' | 'oracle' | 'attested';
    /** The account of a fact, or the oracle; null when any account of the program may do. */
    readonly account: Address | null;
    /** Who must own the account; null for an oracle. */
    readonly program: Address | null;
  };
  /** Whether the condition holds now; null if nobody can say. */
  readonly isMet: boolean | null;
  /** Null if there is no number. */
  readonly progress: ConditionProgress | null;
  readonly warnings: readonly string[];
}

export interface PreparedMarket extends PreparedTransaction {
  readonly marketId: MarketId;
  readonly warnings: readonly string[];
}

export interface ListMarketsInput {
  readonly status?: 'open' | 'resolved';
  readonly limit: number;
  readonly offset: number;
}

/** Reads. They see every write that was answered. */
export interface Queries {
  config(): ServiceConfig;
  /** Whom one trusts here. While the chain does not answer: what it said last. */
  getTrust(): Promise<Trust>;
  /** Another number when the Config on chain has changed. Left out: it never does. */
  configVersion?(): number;
  now(): UnixSeconds;
  /** No list of markets changed while this number is the same. None: nobody can say now. */
  version?(): number | undefined;
  findMarket(id: string): Promise<MarketView | undefined>;
  listMarkets(input: ListMarketsInput): Promise<readonly MarketView[]>;
  findPosition(marketId: string, wallet: Address): Promise<PositionRecord | undefined>;
  findBet(betId: string): Promise<BetRecord | undefined>;
  listMarketBets(input: {
    marketId: string;
    limit: number;
    offset: number;
  }): Promise<readonly BetRecord[]>;
  listHistory(input: {
    marketId: string;
    limit: number;
    offset: number;
  }): Promise<readonly HistoryPoint[]>;
  findTransaction(signature: string): Promise<TransactionRecord | undefined>;
  getAccount(wallet: Address): Promise<AccountRecord>;
  getResult(marketId: string, wallet: Address): Promise<MarketResult>;
  /** What decided a market that ended, and a page of those who were paid. */
  getReceipt(page: PayoutPage): Promise<Receipt>;
  listPayouts(page: PayoutPage): Promise<readonly PayoutRecord[]>;
  getReserves(): Promise<Readonly<Record<Currency, Reserves>>>;
  listApiKeys(caller: Caller): Promise<readonly ApiKeyRecord[]>;
  /** What became of a burn share in SOL; null when none waits. Left out: nothing is converted. */
  findConversion?(market: MarketView): Promise<Conversion | null>;
  /**
   * How far the condition of an open market is. Undefined: there never is a number; null: none
   * can be had now. Left out: nobody measures.
   */
  findProgress?(market: MarketView): Promise<ConditionProgress | null | undefined>;
  /** What was said about a market when we created it. Left out: nothing ever was. */
  findWarnings?(marketId: string): Promise<readonly string[]>;
  /** Why a closed market is not resolved yet, null when there is nothing to say. */
  findResolutionStatus(marketId: string): Promise<ResolutionStatus | null>;
  /** Why writes would fail now, null when the service is ready. */
  findUnreadiness(): Promise<string | null>;
  /** What does not work although the service is ready, in sentences. */
  listLimitations?(): readonly string[];
}

export interface Conversion {
  /** UTILITY that was burned for the share so far. */
  readonly utilityBurned: Amount;
  readonly isComplete: boolean;
}

export interface ConditionProgress {
  /** Decimal text. */
  readonly current: string;
  readonly target: string;
  readonly unit: string;
}

export interface ResolutionStatus {
  readonly waitingFor: string;
  readonly lastFailure: string | null;
  readonly nextTryAt: UnixSeconds | null;
}

// What the steps of a bet hand to each other.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import type { Amount, Outcome } from '@tote/domain';
import type { BettorCache, KnownBettor } from '../../admission/bettor-cache.ts';
import type { CheckGate } from '../../admission/check-gate.ts';
import type { Indexer } from '../../indexer/indexer.ts';
import type { ReadBarrier } from '../../indexer/read-barrier.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { Store } from '../../store/store.ts';
import type { CrashPoints } from '../../telemetry/crash-points.ts';
import type { Log } from '../../telemetry/log.ts';
import type { BetRecord, ServiceConfig } from '../../use-cases/use-cases.ts';
import type { BetRecorder } from '../recorder.ts';

export interface BetContext {
  readonly chain: Chain;
  readonly store: Store;
  /** The delegate, the operator and the fee payer at once. */
  readonly relayer: Key;
  /** Brings landed transactions into the projection; returns when reads see them. */
  readonly indexer: Pick<Indexer, 'ingest' | 'ingestSoon'>;
  /** Left out: a bet is answered when every replica can read it. */
  readonly readBarrier?: Pick<ReadBarrier, 'track' | 'isFull'>;
  readonly findMarket: (id: string) => Promise<MarketView | undefined>;
  /** What became of a bet, as far as the books say. */
  readonly findBet: (betId: string) => Promise<BetRecord | undefined>;
  /** Throws `market_halted` for a market whose records are being checked. */
  readonly refuseHalted?: (marketId: string) => void;
  /** Looks at the condition of a gated market, and throws once it is met. */
  readonly checkGate?: CheckGate;
  readonly config: Pick<ServiceConfig, 'decimals' | 'minimumStake' | 'oracle'>;
  readonly wallMs: () => number;
  readonly bettors: BettorCache;
  readonly recorder: BetRecorder;
  readonly crash: CrashPoints;
  readonly log: Pick<Log, 'error'>;
  /** Micro-lamports per compute unit; nothing on the embedded chain. */
  readonly computeUnitPrice?: bigint;
}

/** A bet that has passed every check that needs no signature. */
export interface WantedBet {
  readonly wallet: Address;
  readonly market: MarketView;
  readonly outcome: Outcome;
  readonly amount: Amount;
  readonly bettor: KnownBettor;
  readonly request?: WantedRequest;
  /** A second try, after the delegate was set again under the first one. */
  readonly isSecondTry?: boolean;
}

export interface WantedRequest {
  readonly key: string;
  readonly hash: string;
  /** The failed bet whose place it takes. */
  readonly takesOver?: string;
}

// What the steps of a bet pass to each other.
import type { Address } from '@solana/kit';
import type { Stake } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';
import type { CheckGate } from '../submissions/check-gate.ts';
import type { SigningContext, SubmissionContext } from '../submissions/context.ts';
import type { BetRecord, ServiceConfig } from '../use-cases/use-cases.ts';
import type { BettorCache, KnownBettor } from './bettor-cache.ts';

export interface BetContext extends SubmissionContext, SigningContext {
  readonly findMarket: (id: string) => Promise<MarketView | undefined>;
  /** A bet as the journal and the projection know it. */
  readonly findBet: (betId: string) => Promise<BetRecord | undefined>;
  /** Throws `market_halted` for a market whose records are being checked. */
  readonly refuseHalted?: (marketId: string) => void;
  /** Measures the condition of a gated market, and throws once it is met. */
  readonly checkGate?: CheckGate;
  readonly config: Pick<
    ServiceConfig,
    | 'decimals'
    | 'minimumStake'
    | 'oracle'
    | 'horizonSeconds'
    | 'refuseUnlandable'
    | 'isOperatorDisabled'
    | 'operatorDisabledBelow'
  >;
  readonly bettors: BettorCache;
  /** A transaction takes long there, so that its bets are more, and checked by us alone. */
  readonly isCluster?: boolean;
}

/** A bet that has passed all checks before signing. */
export interface WantedBet extends Stake {
  readonly wallet: Address;
  readonly market: MarketView;
  readonly bettor: KnownBettor;
  readonly request?: WantedRequest;
  /** The first try failed because the delegate was set again meanwhile. */
  readonly isRetry?: boolean;
}

export interface WantedRequest {
  readonly key: string;
  readonly hash: string;
  /** The failed bet that it replaces under this key. */
  readonly takesOver?: string;
}

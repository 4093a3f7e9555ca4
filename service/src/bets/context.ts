import type { MarketView } from '../store/projection/market-view.ts';
import type { CheckGate } from '../submissions/check-gate.ts';
import type { SigningContext, SubmissionContext } from '../submissions/context.ts';
import type { BetRecord, ServiceConfig } from '../use-cases/use-cases.ts';
import type { BettorCache } from './bettor-cache.ts';

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

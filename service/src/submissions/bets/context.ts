// What the steps of a bet pass to each other.
import type { Address } from '@solana/kit';
import type { Stake } from '@tote/domain';
import type { BettorCache, KnownBettor } from '../../admission/bettor-cache.ts';
import type { CheckGate } from '../../admission/check-gate.ts';
import type { PriorityFees } from '../../admission/priority-fees.ts';
import type { Relayers } from '../../genesis/relayers.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { BetRecord, ServiceConfig } from '../../use-cases/use-cases.ts';
import type { SubmissionContext } from '../context.ts';

export interface BetContext extends SubmissionContext {
  /** The delegates, each the fee payer of its bets, and the operator. */
  readonly relayers: Relayers;
  /** Reads the Config again, after an error that suggests a change. Never rejects. */
  readonly refreshConfig?: () => Promise<unknown>;
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
  /** Left out: no priority fees are paid. */
  readonly fees?: Pick<PriorityFees, 'quote'>;
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

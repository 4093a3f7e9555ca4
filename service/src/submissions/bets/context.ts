// What the steps of a bet hand to each other.
import type { Address } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import type { Amount, Outcome } from '@tote/domain';
import type { BettorCache, KnownBettor } from '../../admission/bettor-cache.ts';
import type { CheckGate } from '../../admission/check-gate.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { BetRecord, ServiceConfig } from '../../use-cases/use-cases.ts';
import type { SubmissionContext } from '../context.ts';

export interface BetContext extends SubmissionContext {
  /** The delegate, the operator and the fee payer at once. */
  readonly relayer: Key;
  readonly findMarket: (id: string) => Promise<MarketView | undefined>;
  /** A bet as the journal and the projection know it. */
  readonly findBet: (betId: string) => Promise<BetRecord | undefined>;
  /** Throws `market_halted` for a market whose records are being checked. */
  readonly refuseHalted?: (marketId: string) => void;
  /** Reads what a gated market is about, and throws once its condition is met. */
  readonly checkGate?: CheckGate;
  readonly config: Pick<ServiceConfig, 'decimals' | 'minimumStake' | 'oracle'>;
  readonly bettors: BettorCache;
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

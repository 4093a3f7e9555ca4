import type { MarketView } from '../store/projection/market-view.ts';
import type { CommandContext } from '../submissions/context.ts';
import type { BetRecord } from '../submissions/records.ts';
import type { BettorCache } from './bettor-cache.ts';

/** What placing bets needs. */
export interface BetContext extends CommandContext {
  readonly bettors: BettorCache;
  /** The market if it is in memory. */
  findCachedMarket(id: string): MarketView | undefined;
  /** A bet as the journal and the projection know it. */
  findBet(betId: string): Promise<BetRecord | undefined>;
  /** Throws `market_halted` for a market whose records are being checked. */
  refuseHalted(marketId: string): void;
}

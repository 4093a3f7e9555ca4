import { addStake, EMPTY_POOLS, type Stake } from '@tote/domain';
import type { MarketView } from '../../store/projection/market-view.ts';

/** As it was right after creation, so that a repeated request gets the same answer. */
export function asCreated(market: MarketView, stake: Stake | undefined): MarketView {
  const pools = stake ? addStake(EMPTY_POOLS, stake.outcome, stake.amount) : EMPTY_POOLS;
  return { ...market, pools, bets: stake ? 1 : 0, end: null };
}

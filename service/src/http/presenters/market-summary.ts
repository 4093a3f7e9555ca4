import { formatInstant, printable, totalVolume, type UnixSeconds } from '@tote/domain';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { MarketSummary } from '../schemas/market.ts';
import { type Decimals, presentOdds } from './amounts.ts';
import { phaseOf, statusOf } from './market-phase.ts';

interface SummaryContext {
  readonly now: UnixSeconds;
  readonly decimals: Decimals;
  describe(market: MarketView): string;
}

export function presentMarketSummary(
  market: MarketView,
  { now, decimals, describe }: SummaryContext,
): MarketSummary {
  const phase = phaseOf(market, now);
  return {
    id: market.id,
    question: printable(market.question),
    tokenAddress: market.tokenAddress,
    details: describe(market),
    currency: market.currency,
    status: statusOf(phase),
    expireAt: formatInstant(market.expiresAt),
    odds: presentOdds(market.pools),
    totalVolume: { value: totalVolume(market.pools), decimals: decimals[market.currency] },
    bettingOpen: phase.name === 'betting',
    custom: market.isCustom,
  };
}

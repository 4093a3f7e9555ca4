import {
  formatInstant,
  isFinal,
  phaseAt,
  printable,
  publicStatus,
  totalVolume,
  type UnixSeconds,
} from '@tote/domain';
import { decidedByWord } from '../../use-cases/market-list.ts';
import type { MarketView } from '../../use-cases/use-cases.ts';
import type { MarketSummary } from '../schemas/market.ts';
import { type Decimals, presentOdds } from './amounts.ts';
import { presentClosedReason } from './market-detail.ts';

interface SummaryContext {
  readonly now: UnixSeconds;
  readonly decimals: Decimals;
  describe(market: MarketView): string;
}

export function presentMarketSummary(
  market: MarketView,
  { now, decimals, describe }: SummaryContext,
): MarketSummary {
  const phase = phaseAt(market, now);
  return {
    id: market.id,
    question: printable(market.question),
    tokenAddress: market.tokenAddress,
    details: describe(market),
    decidedBy: decidedByWord(market),
    currency: market.currency,
    status: publicStatus(phase),
    expireAt: formatInstant(market.expiresAt),
    odds: presentOdds(market.pools),
    totalVolume: { value: totalVolume(market.pools), decimals: decimals[market.currency] },
    bettingOpen: phase.state === 'open',
    ...presentClosedReason(market, phase),
    custom: market.isCustom,
    ...(isFinal(phase) && { winningOutcome: phase.end.outcome }),
    ...(phase.state === 'refunded' && { refunded: true }),
  };
}

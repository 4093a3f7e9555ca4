import { formatInstant } from '@tote/domain';
import type { MarketResult } from '../../use-cases/use-cases.ts';
import type { MarketResultResponse } from '../schemas/market.ts';
import type { Decimals } from './amounts.ts';

export function presentMarketResult(
  result: MarketResult,
  decimals: Decimals,
): MarketResultResponse {
  return {
    marketId: result.marketId,
    winningOutcome: result.winningOutcome,
    resolvedAt: formatInstant(result.resolvedAt),
    yourWinnings: { value: result.yourWinnings, decimals: decimals[result.currency] },
    claimable: result.claimable,
    currency: result.currency,
    refunded: result.isRefunded,
  };
}

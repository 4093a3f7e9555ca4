import { DomainError } from '@tote/domain';
import type { MarketView, Queries } from '../../use-cases/use-cases.ts';
import { isMarketId } from '../ids.ts';

export function checkMarketId(marketId: string): string {
  if (!isMarketId(marketId)) throw new DomainError('market_not_found', { marketId });
  return marketId;
}

export async function getMarketOf(queries: Queries, marketId: string): Promise<MarketView> {
  const market = await queries.findMarket(checkMarketId(marketId));
  if (market === undefined) throw new DomainError('market_not_found', { marketId });
  return market;
}

import { DomainError } from '@tote/domain';
import type { Queries } from '../../queries/create-queries.ts';
import type { MarketView } from '../../queries/shown.ts';
import { refuseParams } from '../ids.ts';

export async function getMarketOf(queries: Queries, marketId: string): Promise<MarketView> {
  refuseParams({ marketId });
  const market = await queries.findMarket(marketId);
  if (market === undefined) throw new DomainError('market_not_found', { marketId });
  return market;
}

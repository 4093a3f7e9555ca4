import { DomainError } from '@tote/domain';
import type { MarketView, Queries } from '../../use-cases/use-cases.ts';
import { refuseParams } from '../ids.ts';

export async function getMarketOf(queries: Queries, marketId: string): Promise<MarketView> {
  refuseParams({ marketId });
  const market = await queries.findMarket(marketId);
  if (market === undefined) throw new DomainError('market_not_found', { marketId });
  return market;
}

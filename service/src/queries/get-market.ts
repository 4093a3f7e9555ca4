import { DomainError } from '@tote/domain';
import { findMarket } from '../store/projection/market-cache.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { QueryContext } from './query-context.ts';

/** Throws `market_not_found`. */
export async function getMarket(
  { store, cache }: Pick<QueryContext, 'store' | 'cache'>,
  id: string,
): Promise<MarketView> {
  const market = await findMarket(store, cache, id);
  if (!market) throw new DomainError('market_not_found', { marketId: id });
  return market;
}

import {
  addSeconds,
  DomainError,
  formatInstant,
  isFinal,
  phaseAt,
  type UnixSeconds,
} from '@tote/domain';
import { findMarket } from '../store/projection/market-cache.ts';
import type { MarketEnd, MarketView } from '../store/projection/market-view.ts';
import type { QueryContext } from './query-context.ts';

export async function getMarket(
  { store, cache }: Pick<QueryContext, 'store' | 'cache'>,
  id: string,
): Promise<MarketView> {
  const market = await findMarket(store, cache, id);
  if (!market) throw new DomainError('market_not_found', { marketId: id });
  return market;
}

export function findFinalEnd(market: MarketView, now: UnixSeconds): MarketEnd | null {
  const phase = phaseAt(market, now);
  return isFinal(phase) ? phase.end : null;
}

const RETRY_AFTER_SECONDS = 5;

export function getFinalEnd(market: MarketView, now: UnixSeconds): MarketEnd {
  const end = findFinalEnd(market, now);
  if (end) return end;
  throw new DomainError('result_not_ready', { readyAt: formatInstant(readyAt(market, now)) });
}

function readyAt({ end, expiresAt }: MarketView, now: UnixSeconds): UnixSeconds {
  const due = end?.vetoEndsAt ?? expiresAt;
  return now < due ? due : addSeconds(now, RETRY_AFTER_SECONDS);
}

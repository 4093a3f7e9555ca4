// The end of a market, once its result can no longer change.
import {
  addSeconds,
  DomainError,
  formatInstant,
  isFinal,
  phaseAt,
  type UnixSeconds,
} from '@tote/domain';
import type { MarketEnd, MarketView } from '../store/projection/market-view.ts';

/** Null while the result can still change. */
export function findFinalEnd(market: MarketView, now: UnixSeconds): MarketEnd | null {
  const phase = phaseAt(market, now);
  return isFinal(phase) ? phase.end : null;
}

/** When to ask again for a result that is due. */
const RETRY_AFTER_SECONDS = 5;

/** Throws `result_not_ready`. */
export function getFinalEnd(market: MarketView, now: UnixSeconds): MarketEnd {
  const end = findFinalEnd(market, now);
  if (end) return end;
  throw new DomainError('result_not_ready', { readyAt: formatInstant(readyAt(market, now)) });
}

function readyAt({ end, expiresAt }: MarketView, now: UnixSeconds): UnixSeconds {
  const due = end?.vetoEndsAt ?? expiresAt;
  return now < due ? due : addSeconds(now, RETRY_AFTER_SECONDS);
}

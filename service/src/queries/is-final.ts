import { addSeconds, DomainError, formatInstant, type UnixSeconds } from '@tote/domain';
import type { MarketEnd, MarketView } from '../store/projection/market-view.ts';

/** The end of a market whose result nobody can change any more, null before. */
export function findFinalEnd({ end }: MarketView, now: UnixSeconds): MarketEnd | null {
  if (!end) return null;
  // Without a veto time the chain has spoken, even if our sample of its clock is a moment behind.
  const isVetoRunning = end.vetoEndsAt > end.resolvedAt && now < end.vetoEndsAt;
  return isVetoRunning ? null : end;
}

/** How soon it makes sense to ask again for a result that is due. */
const ASK_AGAIN_SECONDS = 5;

/** Throws `result_not_ready`. */
export function getFinalEnd(market: MarketView, now: UnixSeconds): MarketEnd {
  const end = findFinalEnd(market, now);
  if (end) return end;
  throw new DomainError('result_not_ready', { readyAt: formatInstant(readyAt(market, now)) });
}

function readyAt({ end, expiresAt }: MarketView, now: UnixSeconds): UnixSeconds {
  const due = end?.vetoEndsAt ?? expiresAt;
  return now < due ? due : addSeconds(now, ASK_AGAIN_SECONDS);
}

import type { UnixSeconds } from '@tote/domain';
import type { MarketEnd, MarketView } from '../store/projection/market-view.ts';

/** The end of a market whose result nobody can change any more, null before. */
export function findFinalEnd({ end }: MarketView, now: UnixSeconds): MarketEnd | null {
  if (!end) return null;
  // Without a veto time the chain has spoken, even if our sample of its clock is a moment behind.
  const isVetoRunning = end.vetoEndsAt > end.resolvedAt && now < end.vetoEndsAt;
  return isVetoRunning ? null : end;
}

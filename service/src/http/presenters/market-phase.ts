// The phase of a market at a given time.
import type { Outcome, UnixSeconds } from '@tote/domain';
import type { MarketEnd, MarketView } from '../../store/projection/market-view.ts';

export type MarketPhase =
  | { readonly name: 'betting' | 'closed' }
  | { readonly name: 'proposed'; readonly outcome: Outcome | null; readonly end: MarketEnd }
  | { readonly name: 'ended'; readonly end: MarketEnd };

export function phaseOf({ end, closesAt }: MarketView, now: UnixSeconds): MarketPhase {
  if (end === null) return { name: now < closesAt ? 'betting' : 'closed' };
  // Without a veto time the outcome is final, even if our copy of the chain's clock is behind.
  const hasVetoTime = end.vetoEndsAt > end.resolvedAt;
  if (hasVetoTime && now < end.vetoEndsAt) return { name: 'proposed', outcome: end.outcome, end };
  return { name: 'ended', end };
}

/** The second at which the phase changes by time alone. */
export function phaseEndsAt({ end, closesAt }: MarketView, phase: MarketPhase): number {
  if (phase.name === 'betting') return closesAt;
  if (phase.name === 'proposed') return end?.vetoEndsAt ?? 0;
  return Number.POSITIVE_INFINITY;
}

export const statusOf = (phase: MarketPhase) => (phase.name === 'ended' ? 'resolved' : 'open');

// Where a market stands by a clock. Everything that depends on it asks here: the transitions of
// `market-state.ts`, and the service about markets that it has read.
import { DomainError } from './errors.ts';
import type { MarketTimes } from './market-times.ts';
import { formatInstant, type UnixSeconds } from './time.ts';

/** What was recorded when a market got its outcome, or none in time. */
export interface RecordedEnd {
  readonly kind: 'resolved' | 'refunded';
  readonly resolvedAt: UnixSeconds;
  /** From here on it is final; equal to `resolvedAt` without a veto time. */
  readonly vetoEndsAt: UnixSeconds;
}

/** What the phase of a market follows from. */
export interface RecordedMarket<End extends RecordedEnd = RecordedEnd> extends MarketTimes {
  readonly end: End | null;
}

/** Takes bets. */
interface OpenPhase {
  readonly state: 'open';
}

/** Bets stopped and there is no outcome: before the expiry, from it on, and after the deadline. */
interface AwaitingPhase {
  readonly state: 'closed' | 'expired' | 'refund_due';
}

/** There is an outcome, and its veto time runs. */
interface ProposedPhase<End extends RecordedEnd> {
  readonly state: 'proposed';
  readonly end: End;
}

/** Nobody can change the result any more. */
interface FinalPhase<End extends RecordedEnd> {
  readonly state: 'resolved' | 'refunded';
  readonly end: End;
}

export type MarketPhase<End extends RecordedEnd = RecordedEnd> =
  | OpenPhase
  | AwaitingPhase
  | ProposedPhase<End>
  | FinalPhase<End>;

export function phaseAt<End extends RecordedEnd>(
  { closesAt, expiresAt, refundAt, end }: RecordedMarket<End>,
  now: UnixSeconds,
): MarketPhase<End> {
  if (end) {
    // Without a veto time it is final, even if our sample of the chain's clock is a moment behind.
    const isVetoRunning = end.vetoEndsAt > end.resolvedAt && now < end.vetoEndsAt;
    return { state: isVetoRunning ? 'proposed' : end.kind, end };
  }
  if (now < closesAt) return { state: 'open' };
  if (now < expiresAt) return { state: 'closed' };
  return { state: now < refundAt ? 'expired' : 'refund_due' };
}

/** The first second at which time alone changes the phase. */
export function phaseEndsAt(market: RecordedMarket, phase: MarketPhase): number {
  switch (phase.state) {
    case 'open':
      return market.closesAt;
    case 'closed':
      return market.expiresAt;
    case 'expired':
      return market.refundAt;
    case 'proposed':
      return phase.end.vetoEndsAt;
    case 'refund_due':
    case 'resolved':
    case 'refunded':
      return Number.POSITIVE_INFINITY;
  }
}

export function isFinal<End extends RecordedEnd>(
  phase: MarketPhase<End>,
): phase is FinalPhase<End> {
  return publicStatus(phase) === 'resolved';
}

/** Takes no bets, and has no outcome yet. */
export function isAwaitingOutcome(phase: MarketPhase): phase is AwaitingPhase {
  return phase.state === 'closed' || phase.state === 'expired' || phase.state === 'refund_due';
}

/** No outcome, and it has not expired: only a market that is triggered can end now. */
export function isBeforeExpiry(phase: MarketPhase): boolean {
  return phase.state === 'open' || phase.state === 'closed';
}

/** The `status` of the API: a market is open until its result is final. */
export function publicStatus({ state }: Pick<MarketPhase, 'state'>): 'open' | 'resolved' {
  return state === 'resolved' || state === 'refunded' ? 'resolved' : 'open';
}

/** Throws `market_resolved` or `market_closed`. */
export function requireOpen(market: RecordedMarket, now: UnixSeconds): void {
  const phase = phaseAt(market, now);
  if (phase.state === 'open') return;
  if (isFinal(phase)) throw new DomainError('market_resolved');
  const { closesAt, end } = market;
  // An outcome before the cutoff ends the betting too.
  const closedAt = end && end.resolvedAt < closesAt ? end.resolvedAt : closesAt;
  throw new DomainError('market_closed', { closedAt: formatInstant(closedAt) });
}

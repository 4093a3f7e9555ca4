// The phase of a market at a given time.
import { DomainError } from './errors.ts';
import type { MarketTimes } from './market-times.ts';
import { formatInstant, type UnixSeconds } from './time.ts';

export interface RecordedEnd {
  readonly kind: 'resolved' | 'refunded';
  readonly resolvedAt: UnixSeconds;
  /** From this time on it is final; equal to `resolvedAt` without a veto time. */
  readonly vetoEndsAt: UnixSeconds;
}

interface RecordedMarket<End extends RecordedEnd = RecordedEnd> extends MarketTimes {
  readonly end: End | null;
  /** The market can no longer be decided: it takes no bets, and anybody may refund it. */
  readonly isOracleDisabled?: boolean;
}

/** Betting has closed without an outcome: before the expiry, after it, and once a refund is due. */
interface AwaitingPhase {
  readonly state: 'closed' | 'expired' | 'refund_due';
}

interface FinalPhase<End extends RecordedEnd> {
  readonly state: 'resolved' | 'refunded';
  readonly end: End;
}

export type MarketPhase<End extends RecordedEnd = RecordedEnd> =
  | { readonly state: 'open' }
  | AwaitingPhase
  | { readonly state: 'proposed'; readonly end: End }
  | FinalPhase<End>;

export function phaseAt<End extends RecordedEnd>(
  { closesAt, expiresAt, refundAt, end, isOracleDisabled }: RecordedMarket<End>,
  now: UnixSeconds,
): MarketPhase<End> {
  if (end) {
    // Without a veto time it is final, even if our sample of the chain's clock is a moment behind.
    const isVetoRunning = end.vetoEndsAt > end.resolvedAt && now < end.vetoEndsAt;
    return { state: isVetoRunning ? 'proposed' : end.kind, end };
  }
  if (isOracleDisabled) return { state: 'refund_due' };
  if (now < closesAt) return { state: 'open' };
  if (now < expiresAt) return { state: 'closed' };
  return { state: now < refundAt ? 'expired' : 'refund_due' };
}

/** The next time at which the phase changes without a transaction. */
export function phaseEndsAt(
  { closesAt: open, expiresAt: closed, refundAt: expired }: RecordedMarket,
  phase: MarketPhase,
): number {
  if (phase.state === 'proposed') return phase.end.vetoEndsAt;
  const ends: Partial<Record<MarketPhase['state'], number>> = { open, closed, expired };
  return ends[phase.state] ?? Number.POSITIVE_INFINITY;
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

/** No outcome, and not expired: only a triggered market can end now. */
export function isBeforeExpiry(phase: MarketPhase): boolean {
  return phase.state === 'open' || phase.state === 'closed';
}

/** The `status` of the API: a market is open until its result is final. */
export function publicStatus({ state }: Pick<MarketPhase, 'state'>): 'open' | 'resolved' {
  return state === 'resolved' || state === 'refunded' ? 'resolved' : 'open';
}

/** Throws `market_resolved`, `oracle_disabled` or `market_closed`. */
export function requireOpen(market: RecordedMarket, now: UnixSeconds): void {
  const phase = phaseAt(market, now);
  if (phase.state === 'open') return;
  if (isFinal(phase)) throw new DomainError('market_resolved');
  const { closesAt, end, isOracleDisabled } = market;
  if (isOracleDisabled) throw new DomainError('oracle_disabled');
  // An outcome before the cutoff ends the betting too.
  const closedAt = end && end.resolvedAt < closesAt ? end.resolvedAt : closesAt;
  throw new DomainError('market_closed', { closedAt: formatInstant(closedAt) });
}

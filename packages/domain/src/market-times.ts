import { DomainError } from './errors.ts';
import { LIMITS } from './limits.ts';
import { addSeconds, formatInstant, type UnixSeconds } from './time.ts';

/** The instants of a market, fixed when it is created and never changed. */
export interface MarketTimes {
  readonly closesAt: UnixSeconds;
  /** The condition is verified. */
  readonly expiresAt: UnixSeconds;
  /** Without an outcome by then, anyone may refund all stakes. */
  readonly refundAt: UnixSeconds;
}

/**
 * now < closesAt <= expiresAt - lead, expiresAt <= now + 10 years and
 * expiresAt < refundAt <= expiresAt + 30 days. `leadSeconds` is for markets on a price at expiry.
 */
export function checkMarketTimes(
  times: MarketTimes,
  now: UnixSeconds,
  leadSeconds = 0,
): MarketTimes {
  const { closesAt, expiresAt, refundAt } = times;
  if (expiresAt <= now) {
    throw new DomainError('expire_at_not_future', { now: formatInstant(now) });
  }
  const latestExpiry = addSeconds(now, LIMITS.marketDurationSecondsMax);
  if (expiresAt > latestExpiry) {
    throw new DomainError('duration_too_long', { latest: formatInstant(latestExpiry) });
  }
  if (expiresAt - now < 2 * leadSeconds) throw shorterThanLead(leadSeconds);
  const latestClose = defaultClosesAt(expiresAt, leadSeconds);
  if (closesAt <= now || closesAt > latestClose) {
    const params = { now: formatInstant(now), expireAt: formatInstant(latestClose) };
    throw new DomainError('betting_closes_at_out_of_range', params);
  }
  const latestRefund = addSeconds(expiresAt, LIMITS.refundDelaySecondsMax);
  if (refundAt <= expiresAt || refundAt > latestRefund) {
    const params = { expireAt: formatInstant(expiresAt), latest: formatInstant(latestRefund) };
    throw new DomainError('refund_at_out_of_range', params);
  }
  return times;
}

/** Leaves at least half of the time for bets. */
export function shorterThanLead(leadSeconds: number): DomainError {
  return new DomainError('market_shorter_than_lead', { lead: leadSeconds, least: 2 * leadSeconds });
}

/**
 * The latest close of a market on a price at its expiry: earlier by the lead in the Config, because
 * the answer is nearly known by then. Every other market closes at its expiry.
 */
export function defaultClosesAt(expiresAt: UnixSeconds, leadSeconds: number): UnixSeconds {
  return addSeconds(expiresAt, -leadSeconds);
}

export function defaultRefundAt(expiresAt: UnixSeconds): UnixSeconds {
  return addSeconds(expiresAt, LIMITS.refundDelaySecondsDefault);
}

/** Applies to new markets, and bets as a delegate, that the service signs for a wallet. */
export function requireEndWithin(
  horizonSeconds: number,
  expiresAt: UnixSeconds,
  now: UnixSeconds,
): void {
  if (expiresAt - now > horizonSeconds) throw new DomainError('market_ends_too_late');
}

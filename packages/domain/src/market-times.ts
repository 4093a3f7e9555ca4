import { DomainError } from './errors.ts';
import { LIMITS } from './limits.ts';
import { addSeconds, formatInstant, type UnixSeconds } from './time.ts';

/** The instants of a market, fixed when it is created and never changed. */
export interface MarketTimes {
  /** Bets stop. */
  readonly closesAt: UnixSeconds;
  /** The condition is verified. */
  readonly expiresAt: UnixSeconds;
  /** Without an outcome by then, anyone may give every stake back. */
  readonly refundAt: UnixSeconds;
}

/** now < closesAt <= expiresAt <= now + 10 years and expiresAt < refundAt <= expiresAt + 30 days */
export function checkMarketTimes(times: MarketTimes, now: UnixSeconds): MarketTimes {
  const { closesAt, expiresAt, refundAt } = times;
  if (expiresAt <= now) {
    throw new DomainError('expire_at_not_future', { now: formatInstant(now) });
  }
  const latestExpiry = addSeconds(now, LIMITS.marketDurationSecondsMax);
  if (expiresAt > latestExpiry) {
    throw new DomainError('duration_too_long', { latest: formatInstant(latestExpiry) });
  }
  const expireAt = formatInstant(expiresAt);
  if (closesAt <= now || closesAt > expiresAt) {
    const params = { now: formatInstant(now), expireAt };
    throw new DomainError('betting_closes_at_out_of_range', params);
  }
  const latestRefund = addSeconds(expiresAt, LIMITS.refundDelaySecondsMax);
  if (refundAt <= expiresAt || refundAt > latestRefund) {
    const params = { expireAt, latest: formatInstant(latestRefund) };
    throw new DomainError('refund_at_out_of_range', params);
  }
  return times;
}

/**
 * When bets stop in a market on a price at expiry: shortly before it, because the answer is nearly
 * known by then. Every other market closes at its expiry.
 */
export function defaultClosesAt(now: UnixSeconds, expiresAt: UnixSeconds): UnixSeconds {
  const tenth = Math.floor((expiresAt - now) / LIMITS.earlyCloseDurationDivisor);
  return addSeconds(expiresAt, -Math.min(LIMITS.earlyCloseSecondsMax, tenth));
}

export function defaultRefundAt(expiresAt: UnixSeconds): UnixSeconds {
  return addSeconds(expiresAt, LIMITS.refundDelaySecondsDefault);
}

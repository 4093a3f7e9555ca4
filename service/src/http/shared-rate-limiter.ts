// A rate limit shared by replicas through the database. Each replica reserves a few requests of a
// key at a time, so that most requests need no query. It remembers refusals, so that a flood does
// not reach the database.
import type { RateLimiter } from './rate-limiter.ts';

interface SharedRateLimiterOptions {
  readonly requestsPerMinute: number;
  /** The size of a bucket. */
  readonly burst?: number;
  /** A monotonic clock. */
  readonly nowMs: () => number;
  /** Reserves requests in the shared bucket: null, or the milliseconds to wait. */
  reserve(reservation: {
    readonly key: string;
    readonly requests: number;
    readonly msPerRequest: number;
    readonly burst: number;
  }): Promise<number | null>;
  /** Used while the database is unavailable, so that requests still succeed. */
  readonly fallback: RateLimiter;
}

/** What this replica knows about one key. */
interface LocalQuota {
  /** Reserved and not used. */
  requests: number;
  expiresAtMs: number;
  refusedUntilMs: number;
  reserving: Promise<void> | undefined;
}

const KEYS_MAX = 100_000;
const MS_PER_MINUTE = 60_000;
/** Reserved requests that are unused by then are lost to the client. */
const QUOTA_MS = 1_000;
/** A replica reserves one of so many parts of a burst at a time. */
const BURST_PARTS = 20;
const RESERVED_REQUESTS_MAX = 50;

export function createSharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter {
  const { requestsPerMinute, nowMs, reserve, fallback } = options;
  const burst = options.burst ?? Math.max(1, Math.ceil(requestsPerMinute / 6));
  const msPerRequest = MS_PER_MINUTE / requestsPerMinute;
  const batch = Math.max(1, Math.min(RESERVED_REQUESTS_MAX, Math.floor(burst / BURST_PARTS)));
  const quotas = new Map<string, LocalQuota>();

  function quotaOf(key: string): LocalQuota {
    const known = quotas.get(key);
    if (known !== undefined) return known;
    // Evict the oldest key, so that memory stays bounded.
    if (quotas.size >= KEYS_MAX) quotas.delete(quotas.keys().next().value as string);
    const quota = { requests: 0, expiresAtMs: 0, refusedUntilMs: 0, reserving: undefined };
    quotas.set(key, quota);
    return quota;
  }

  async function refill(key: string, quota: LocalQuota): Promise<void> {
    const bucket = { key, msPerRequest, burst };
    let [requests, waitMs] = [batch, await reserve({ ...bucket, requests: batch })];
    // The bucket may hold fewer requests than a batch.
    if (waitMs !== null && batch > 1) {
      [requests, waitMs] = [1, await reserve({ ...bucket, requests: 1 })];
    }
    const now = nowMs();
    quota.requests = waitMs === null ? requests : 0;
    quota.expiresAtMs = now + QUOTA_MS;
    quota.refusedUntilMs = now + (waitMs ?? 0);
  }

  /** Undefined when a reservation is needed. */
  function takeLocally(quota: LocalQuota): number | null | undefined {
    const now = nowMs();
    if (now < quota.refusedUntilMs) return Math.ceil((quota.refusedUntilMs - now) / 1000);
    if (quota.requests < 1 || now >= quota.expiresAtMs) return undefined;
    quota.requests -= 1;
    return null;
  }

  async function refillAndTake(key: string, quota: LocalQuota): Promise<number | null> {
    for (;;) {
      // Concurrent requests of a key share one reservation.
      quota.reserving ??= refill(key, quota).finally(() => {
        quota.reserving = undefined;
      });
      try {
        await quota.reserving;
      } catch {
        return fallback.take(key);
      }
      const taken = takeLocally(quota);
      if (taken !== undefined) return taken;
    }
  }

  return {
    take(key) {
      const quota = quotaOf(key);
      const taken = takeLocally(quota);
      return taken === undefined ? refillAndTake(key, quota) : taken;
    },
  };
}

// Rate limits by token bucket, one bucket per key.

export interface RateLimiter {
  /** Takes one token of the key. Null when there was one, otherwise the seconds to wait. */
  take(key: string): Promise<number | null> | number | null;
}

interface RateLimiterOptions {
  readonly requestsPerMinute: number;
  readonly burst?: number;
  readonly nowMs: () => number;
}

const KEYS_MAX = 100_000;
const MS_PER_MINUTE = 60_000;

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { requestsPerMinute, nowMs } = options;
  const burst = burstOf(options);
  const perMs = requestsPerMinute / MS_PER_MINUTE;
  const buckets = new Map<string, { requests: number; filledAtMs: number }>();
  return {
    take(key) {
      const now = nowMs();
      const bucket = findOrAdd(buckets, key, () => ({ requests: burst, filledAtMs: now }));
      const refilled = (now - bucket.filledAtMs) * perMs;
      bucket.requests = Math.min(burst, bucket.requests + refilled);
      bucket.filledAtMs = now;
      if (bucket.requests < 1) return Math.max(1, Math.ceil((1 - bucket.requests) / perMs / 1000));
      bucket.requests -= 1;
      return null;
    },
  };
}

const burstOf = ({ requestsPerMinute, burst }: RateLimiterOptions) =>
  burst ?? Math.max(1, Math.ceil(requestsPerMinute / 6));

/** Evicts the oldest key, so that memory stays bounded. */
function findOrAdd<T>(map: Map<string, T>, key: string, create: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  if (map.size >= KEYS_MAX) map.delete(map.keys().next().value as string);
  const added = create();
  map.set(key, added);
  return added;
}

/** Shared through the database. A replica reserves several requests of a key at a time. */
interface SharedRateLimiterOptions extends RateLimiterOptions {
  reserve(reservation: {
    readonly key: string;
    readonly requests: number;
    readonly msPerRequest: number;
    readonly burst: number;
  }): Promise<number | null>;
  readonly fallback: RateLimiter;
}

const noQuota = () => ({
  ...{ requests: 0, expiresAtMs: 0, refusedUntilMs: 0 },
  reserving: undefined as Promise<void> | undefined,
});
type LocalQuota = ReturnType<typeof noQuota>;

const QUOTA_MS = 1_000;
const BURST_PARTS = 20;
const RESERVED_REQUESTS_MAX = 50;

export function createSharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter {
  const { requestsPerMinute, nowMs, reserve, fallback } = options;
  const burst = burstOf(options);
  const msPerRequest = MS_PER_MINUTE / requestsPerMinute;
  const batch = Math.max(1, Math.min(RESERVED_REQUESTS_MAX, Math.floor(burst / BURST_PARTS)));
  const quotas = new Map<string, LocalQuota>();

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
      const quota = findOrAdd(quotas, key, noQuota);
      const taken = takeLocally(quota);
      return taken === undefined ? refillAndTake(key, quota) : taken;
    },
  };
}

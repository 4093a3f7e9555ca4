// Rate limits by token bucket, one bucket per key.

export interface RateLimiter {
  /** Takes one token of the key. Null when there was one, otherwise the seconds to wait. */
  take(key: string): Promise<number | null> | number | null;
}

interface RateLimiterOptions {
  readonly requestsPerMinute: number;
  /** The size of a bucket. */
  readonly burst?: number;
  /** A monotonic clock. */
  readonly nowMs: () => number;
}

interface Bucket {
  requests: number;
  filledAtMs: number;
}

const KEYS_MAX = 100_000;
const MS_PER_MINUTE = 60_000;

/** In memory, for one process. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { requestsPerMinute, nowMs } = options;
  const burst = options.burst ?? Math.max(1, Math.ceil(requestsPerMinute / 6));
  const perMs = requestsPerMinute / MS_PER_MINUTE;
  const buckets = new Map<string, Bucket>();

  function bucketOf(key: string, now: number): Bucket {
    const known = buckets.get(key);
    if (known !== undefined) return known;
    // Evict the oldest key, so that memory stays bounded.
    if (buckets.size >= KEYS_MAX) buckets.delete(buckets.keys().next().value as string);
    const bucket = { requests: burst, filledAtMs: now };
    buckets.set(key, bucket);
    return bucket;
  }

  return {
    take(key) {
      const now = nowMs();
      const bucket = bucketOf(key, now);
      const refilled = (now - bucket.filledAtMs) * perMs;
      bucket.requests = Math.min(burst, bucket.requests + refilled);
      bucket.filledAtMs = now;
      if (bucket.requests < 1) return Math.max(1, Math.ceil((1 - bucket.requests) / perMs / 1000));
      bucket.requests -= 1;
      return null;
    },
  };
}

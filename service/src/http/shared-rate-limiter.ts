// A limit that replicas keep together. Each takes a few requests of a key in advance, so that most
// requests ask nobody, and remembers refusals, so that a flood does not reach the database.
import type { RateLimiter } from './rate-limiter.ts';

interface SharedRateLimiterOptions {
  readonly requestsPerMinute: number;
  /** How many may come at once. */
  readonly burst?: number;
  /** A clock that only runs forward. */
  readonly nowMs: () => number;
  /** Takes so many requests for all replicas: null, or the milliseconds to wait. */
  reserve(reservation: {
    readonly key: string;
    readonly requests: number;
    readonly msPerRequest: number;
    readonly burst: number;
  }): Promise<number | null>;
  /** Decides while the database is away: it must not take the whole service along. */
  readonly fallback: RateLimiter;
}

interface Share {
  /** Taken in advance and not used. */
  requests: number;
  endsAtMs: number;
  refusedUntilMs: number;
  asking: Promise<void> | undefined;
}

const KEYS_MAX = 100_000;
const MS_PER_MINUTE = 60_000;
/** What was taken in advance and not used by then is lost to its client. */
const SHARE_MS = 1_000;
/** The part of a burst that a replica takes in advance. */
const SHARE_PART = 20;
const SHARE_REQUESTS_MAX = 50;

export function createSharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter {
  const { requestsPerMinute, nowMs, reserve, fallback } = options;
  const burst = options.burst ?? Math.max(1, Math.ceil(requestsPerMinute / 6));
  const msPerRequest = MS_PER_MINUTE / requestsPerMinute;
  const inAdvance = Math.max(1, Math.min(SHARE_REQUESTS_MAX, Math.floor(burst / SHARE_PART)));
  const shares = new Map<string, Share>();

  function shareOf(key: string): Share {
    const known = shares.get(key);
    if (known !== undefined) return known;
    // The oldest key goes: forgetting is the lesser evil than growing without an end.
    if (shares.size >= KEYS_MAX) shares.delete(shares.keys().next().value as string);
    const share = { requests: 0, endsAtMs: 0, refusedUntilMs: 0, asking: undefined };
    shares.set(key, share);
    return share;
  }

  async function ask(key: string, share: Share): Promise<void> {
    const about = { key, msPerRequest, burst };
    let [requests, waitMs] = [inAdvance, await reserve({ ...about, requests: inAdvance })];
    // There may be fewer left than one takes in advance.
    if (waitMs !== null && inAdvance > 1) {
      [requests, waitMs] = [1, await reserve({ ...about, requests: 1 })];
    }
    const now = nowMs();
    share.requests = waitMs === null ? requests : 0;
    share.endsAtMs = now + SHARE_MS;
    share.refusedUntilMs = now + (waitMs ?? 0);
  }

  /** Undefined when the database has to be asked. */
  function decide(share: Share): number | null | undefined {
    const now = nowMs();
    if (now < share.refusedUntilMs) return Math.ceil((share.refusedUntilMs - now) / 1000);
    if (share.requests < 1 || now >= share.endsAtMs) return undefined;
    share.requests -= 1;
    return null;
  }

  async function takeSlowly(key: string, share: Share): Promise<number | null> {
    for (;;) {
      // All that come meanwhile wait for one answer.
      share.asking ??= ask(key, share).finally(() => {
        share.asking = undefined;
      });
      try {
        await share.asking;
      } catch {
        return fallback.take(key);
      }
      const decided = decide(share);
      if (decided !== undefined) return decided;
    }
  }

  return {
    take(key) {
      const share = shareOf(key);
      const decided = decide(share);
      return decided === undefined ? takeSlowly(key, share) : decided;
    },
  };
}

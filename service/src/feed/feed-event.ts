import type { MarketId } from '../store/projection/market-view.ts';

export const FEED_TYPES = [
  'market.created',
  'bet.pending',
  'bet.confirmed',
  'bet.failed',
  'odds.changed',
  'market.closed',
  'market.resolved',
  'settlement.progress',
  'settlement.finished',
  'market.refunded',
] as const;

export type FeedType = (typeof FEED_TYPES)[number];

/** An event before it has an id. `data` holds JSON values; amounts are decimal text. */
export interface NewFeedEvent {
  readonly type: FeedType;
  readonly marketId: MarketId | null;
  /** Whom it concerns, for the filter by wallet. */
  readonly wallet: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The envelope of `GET /v1/events` and `/v1/ws`. */
export interface FeedEvent extends NewFeedEvent {
  readonly id: bigint;
  /** Unix milliseconds, wall time. */
  readonly at: number;
}

export interface FeedFilter {
  readonly marketId?: string;
  readonly wallet?: string;
}

export interface Feed {
  /**
   * Everything after `afterId` (undefined: only what comes), then everything new, in order and
   * without a gap. `deliver` returns false when the reader is too slow: the subscription ends and
   * the reader can come back with the last id it saw.
   */
  subscribe(
    filter: FeedFilter,
    afterId: bigint | undefined,
    deliver: (event: FeedEvent) => boolean,
  ): FeedSubscription;
  /** The oldest id that can still be replayed, and the newest. */
  bounds(): Promise<{ oldest: bigint; newest: bigint }>;
}

export interface FeedSubscription {
  /** Resolves when it ended: closed, too slow, or the service stops. */
  readonly ended: Promise<'closed' | 'slow' | 'stopping'>;
  close(): void;
}

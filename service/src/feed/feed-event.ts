import type { MarketId } from '@tote/chain/ids';

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
  'config.announced',
  'config.applied',
  'config.cancelled',
  'keys.disabled',
] as const;

type FeedType = (typeof FEED_TYPES)[number];

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

/** False when the reader is too slow to take it or any more. */
export type Deliver = (event: FeedEvent) => boolean;

export interface Feed {
  /**
   * Everything after `afterId` (undefined: only what comes), then everything new, in order and
   * without a gap. `deliver` returns false when the reader is too slow: the subscription ends and
   * the reader can come back with the last id it saw. `ready`, if there is one, is waited for
   * between the pages of a replay, which would otherwise flood a reader that is not slow at all.
   */
  subscribe(
    filter: FeedFilter,
    afterId: bigint | undefined,
    deliver: Deliver,
    ready?: () => Promise<void>,
  ): FeedSubscription;
  /** The oldest id that can still be replayed, and the newest. Zeros when there is none. */
  bounds(): Promise<{ oldest: bigint; newest: bigint }>;
}

export type SubscriptionEnd = 'closed' | 'slow' | 'stopping';

export interface FeedSubscription {
  /** Resolves when it ended: closed, too slow, or the service stops. */
  readonly ended: Promise<SubscriptionEnd>;
  close(): void;
}

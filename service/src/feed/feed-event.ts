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
  /** For the filter by wallet. */
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

/** Returns false when the subscriber is too slow. */
export type Deliver = (event: FeedEvent) => boolean;

export interface Feed {
  /**
   * Delivers the events after `afterId` (undefined: only new ones), then new events, in order and
   * without gaps. If `deliver` returns false, the subscription ends; the client can resume with the
   * last id it saw. `ready` is awaited between the pages of a replay, so that a replay does not
   * overflow the buffer of a client that reads at normal speed.
   */
  subscribe(
    filter: FeedFilter,
    afterId: bigint | undefined,
    deliver: Deliver,
    ready?: () => Promise<void>,
  ): FeedSubscription;
  /** The oldest id that can be replayed, and the newest. Zeros when there are no events. */
  bounds(): Promise<{ oldest: bigint; newest: bigint }>;
}

export type SubscriptionEnd = 'closed' | 'slow' | 'stopping';

export interface FeedSubscription {
  /** Resolves with the reason when the subscription ends. */
  readonly ended: Promise<SubscriptionEnd>;
  close(): void;
}

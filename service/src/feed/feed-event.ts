import type { MarketId } from '@tote/chain/ids';
import type { FeedStart } from '../store/journal/feed.ts';
import type { FeedData, FeedType } from './events.ts';

export type NewFeedEvent = { readonly [T in FeedType]: NewEventOf<T> }[FeedType];

interface NewEventOf<T extends FeedType> {
  readonly type: T;
  readonly marketId: MarketId | null;
  readonly wallet: string | null;
  readonly data: FeedData<T>;
}

export interface FeedEvent {
  readonly id: bigint;
  readonly type: string;
  readonly marketId: MarketId | null;
  readonly wallet: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: number;
}

export interface FeedFilter {
  readonly marketId?: string;
  readonly wallet?: string;
}

/** Returns false when the subscriber is too slow. */
export type Deliver = (event: FeedEvent) => boolean;

export interface SubscribeOptions {
  /** Awaited between the pages of a replay, so that it does not overflow the client's buffer. */
  readonly ready?: () => Promise<void>;
  /** Events may come some milliseconds later, together: each read of new events costs time. */
  readonly isPatient?: boolean;
}

export interface Feed {
  /**
   * Delivers the events after `afterId` (undefined: only new ones), then new events, in order and
   * without gaps. If `deliver` returns false, the subscription ends; the client can resume with the
   * last id it saw.
   */
  subscribe(
    filter: FeedFilter,
    afterId: bigint | undefined,
    deliver: Deliver,
    options?: SubscribeOptions,
  ): FeedSubscription;
  /** 0 is known: it asks for everything that the feed has. */
  findStart(afterId: bigint): Promise<FeedStart>;
}

export type SubscriptionEnd = 'closed' | 'slow' | 'stopping';

export interface FeedSubscription {
  readonly position: bigint;
  readonly ended: Promise<SubscriptionEnd>;
  close(): void;
}

/** The reset has the id after which the stream goes on, for a client that resumes again. */
export async function findStreamStart(
  feed: Pick<Feed, 'findStart'>,
  asked: bigint | undefined,
  wallMs: () => number,
) {
  if (asked === undefined) return { after: undefined, reset: undefined };
  const { after, isKnown } = await feed.findStart(asked);
  if (isKnown) return { after, reset: undefined };
  const data = { lastEventId: String(asked), resumesAfter: String(after) };
  const about = { type: 'feed.reset', marketId: null, wallet: null } as const;
  return { after, reset: { id: after, ...about, data, at: wallMs() } };
}

import type { MarketId } from '@tote/chain/ids';
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

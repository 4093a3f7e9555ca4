import { expect, onTestFinished } from 'vitest';
import type { FeedEvent, FeedFilter } from '../../../src/feed/feed-event.ts';
import { type FeedStore, openFeed } from '../../../src/feed/feed-hub.ts';

/** A hub that is closed when the test is over, and readers of it. */
export async function openHub(store: FeedStore) {
  const hub = await openFeed(store);
  onTestFinished(() => hub.close());
  const read = (filter: FeedFilter, after?: bigint): readonly FeedEvent[] => {
    const seen: FeedEvent[] = [];
    hub.subscribe(filter, after, (event) => seen.push(event) > 0);
    return seen;
  };
  const live = (count: number) => expect.poll(async () => (await hub.measure()).live).toBe(count);
  return { hub, read, live };
}

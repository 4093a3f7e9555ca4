import { onTestFinished } from 'vitest';
import { type FeedHub, type FeedStore, openFeed } from '../../../src/feed/feed-hub.ts';

/** Closed when the test is over. */
export async function openHub(store: FeedStore): Promise<FeedHub> {
  const hub = await openFeed(store);
  onTestFinished(() => hub.close());
  return hub;
}

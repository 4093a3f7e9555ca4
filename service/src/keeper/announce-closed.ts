// Puts `market.closed` into the feed.
import { formatInstant } from '@tote/domain';
import { Batcher } from '@tote/lib/batcher';
import { appendFeed } from '../feed/append.ts';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import { claimAnnouncements } from '../store/journal/announced.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Db } from '../store/store.ts';
import type { TaskContext } from './task.ts';

type Context = Pick<TaskContext, 'store' | 'wallMs' | 'readBarrier'>;

/** Markets per SQL transaction. */
const TOGETHER_MAX = 64;

/** Publishes that a market takes no more bets, once, however many callers or replicas do. */
export async function announceClosed(context: Context, market: MarketView): Promise<void> {
  await announceAllClosed(context, [market]);
}

/** Announces markets that are added at the same time in one SQL transaction. */
export function batchClosed(context: Context): Batcher<MarketView> {
  return new Batcher({
    atOnce: 1,
    take: ({ length }) => Math.min(length, TOGETHER_MAX),
    run: async (markets) => {
      await announceAllClosed(context, markets);
      return [];
    },
  });
}

async function announceAllClosed(
  { store, wallMs, readBarrier }: Context,
  markets: readonly MarketView[],
): Promise<void> {
  await readBarrier?.wait();
  const isNew = await store.write((db) => announceIn(db, markets, wallMs()));
  if (isNew) await store.notify('feed', '');
}

/**
 * Must be the last statements of a write and follow `readBarrier.wait()`, so that the events of
 * earlier bets come first. Returns whether the feed has new events.
 */
export async function announceIn(
  db: Db,
  markets: readonly MarketView[],
  nowMs: number,
): Promise<boolean> {
  const ids = markets.map(({ id }) => id);
  const isFirst = await claimAnnouncements(db, ids);
  const events = markets.filter(({ id }) => isFirst.has(id)).map(toEvent);
  if (events.length > 0) await appendFeed(db, events, nowMs);
  return events.length > 0;
}

function toEvent({ id, closesAt, expiresAt }: MarketView): NewFeedEvent {
  return {
    type: 'market.closed',
    marketId: id,
    wallet: null,
    data: { bettingClosesAt: formatInstant(closesAt), expireAt: formatInstant(expiresAt) },
  };
}

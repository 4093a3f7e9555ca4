import { formatInstant } from '@tote/domain';
import { appendFeed } from '../feed/append.ts';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import { claimAnnouncement } from '../store/journal/announced.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { TaskContext } from './task.ts';

/** Tells the feed that a market takes no more bets, once, whoever finds out first. */
export async function announceClosed(
  { store, wallMs }: Pick<TaskContext, 'store' | 'wallMs'>,
  market: MarketView,
): Promise<void> {
  const event: NewFeedEvent = {
    type: 'market.closed',
    marketId: market.id,
    wallet: null,
    data: {
      bettingClosesAt: formatInstant(market.closesAt),
      expireAt: formatInstant(market.expiresAt),
    },
  };
  const isNew = await store.write(async (db) => {
    const isFirst = await claimAnnouncement(db, market.id);
    if (isFirst) await appendFeed(db, [event], wallMs());
    return isFirst;
  });
  if (isNew) await store.notify('feed', '');
}

import { insertFeedRows } from '../store/journal/feed.ts';
import type { Db } from '../store/store.ts';
import type { NewFeedEvent } from './feed-event.ts';

/**
 * Writes events to the outbox, as the last statement of the SQL transaction that they describe.
 * Call `store.notify('feed', '')` after the commit.
 */
export async function appendFeed(
  db: Db,
  events: readonly NewFeedEvent[],
  atMs: number,
): Promise<void> {
  const rows = events.map(({ type, marketId, wallet, data }) => ({
    type,
    market_id: marketId,
    wallet,
    data: JSON.stringify(data),
    created_at: BigInt(atMs),
  }));
  await insertFeedRows(db, rows);
}

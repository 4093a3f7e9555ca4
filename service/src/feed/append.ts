import { insertFeedRows, type NewFeedRow } from '../store/journal/feed.ts';
import type { Db } from '../store/store.ts';
import { type EventGroup, toGroupRows } from './event-group.ts';
import type { NewFeedEvent } from './feed-event.ts';

/**
 * Writes events to the outbox, as the last statement of the SQL transaction that they describe.
 * Call `store.notify('feed', '')` after the commit.
 */
export async function appendFeed(
  db: Db,
  events: readonly (NewFeedEvent | EventGroup)[],
  atMs: number,
): Promise<void> {
  const createdAt = BigInt(atMs);
  const rows = events.flatMap((event): NewFeedRow | NewFeedRow[] => {
    if ('each' in event) return toGroupRows(event, createdAt);
    const { type, marketId, wallet, data } = event;
    const row = { type, market_id: marketId, wallet, data: JSON.stringify(data) };
    return { ...row, created_at: createdAt };
  });
  await insertFeedRows(db, rows);
}

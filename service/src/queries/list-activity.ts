import { EVENTS_MAX, toFeedEvents } from '../feed/event-group.ts';
import type { FeedEvent } from '../feed/feed-event.ts';
import { findFeedBounds, firstIdOf, listNewestRows } from '../store/journal/feed.ts';
import type { Db } from '../store/store.ts';
import type { QueryContext } from './query-context.ts';

const TYPES = {
  bet: ['bet.confirmed'],
  outcome: ['market.resolved', 'market.refunded'],
  payout: ['position.settled'],
} as const;

type ActivityType = keyof typeof TYPES;
export const ACTIVITY_TYPES = Object.keys(TYPES) as ActivityType[];

export function listActivity(
  { store, hidden }: QueryContext,
  { type, limit, before }: { type?: ActivityType; limit: number; before?: bigint },
) {
  const types: ReadonlySet<string> = new Set(
    (type === undefined ? ACTIVITY_TYPES : [type]).flatMap((each) => TYPES[each]),
  );
  return listEventsBefore(store.db, {
    before,
    limit,
    // A position that lost is settled, and paid nothing.
    isListed: (event) =>
      types.has(event.type) &&
      event.data.payout !== '0' &&
      !hidden.ids.includes(event.marketId ?? ''),
  });
}

const ROWS = 200;
/** How often, at most, for a page: others may be between the events that are listed. */
const READS_MAX = 5;

export async function listEventsBefore(
  db: Db,
  page: { before: bigint | undefined; limit: number; isListed(event: FeedEvent): boolean },
) {
  const { before, limit, isListed } = page;
  if (limit === 0) return { events: [], next: null };
  const { newest } = await findFeedBounds(db);
  let end = before === undefined || before > newest ? newest + 1n : before;
  const events: FeedEvent[] = [];
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    // A row has the id of the last of its events. Some of them may be before the end.
    const upTo = end + BigInt(EVENTS_MAX);
    const rows = await listNewestRows(db, { upTo, limit: ROWS });
    for (const event of (await toFeedEvents(db, rows)).sort(newestFirst)) {
      if (event.id >= end || !isListed(event)) continue;
      events.push(event);
      if (events.length === limit) return { events, next: event.id };
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return { events, next: null };
    end = firstIdOf(last);
  }
  return { events, next: end };
}

const newestFirst = (a: FeedEvent, b: FeedEvent) => (a.id > b.id ? -1 : 1);

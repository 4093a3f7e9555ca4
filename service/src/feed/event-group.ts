// Events of one type that a transaction makes for many wallets. They share rows of the outbox: one
// for each would cost more than the payment that it is about.
import type { MarketId } from '@tote/chain/ids';
import { bettorsOf, type FeedRow, insertFeedRows, type NewFeedRow } from '../store/journal/feed.ts';
import { findWallets } from '../store/projection/bettors.ts';
import type { Db } from '../store/store.ts';
import { type FeedData, type FeedType, hasWallet } from './events.ts';
import type { FeedEvent, NewFeedEvent } from './feed-event.ts';

export const EVENTS_MAX = 16;

/** Types of which many events come at once. */
export type EventGroup = GroupOf<'position.settled'>;

interface GroupOf<T extends FeedType> {
  readonly type: T;
  readonly marketId: MarketId;
  readonly shared: Partial<FeedData<T>>;
  readonly each: readonly { readonly bettor: string; readonly data: Partial<FeedData<T>> }[];
}

interface GroupData {
  readonly shared: object;
  readonly each: readonly object[];
}

function toGroupRows(group: EventGroup, createdAt: bigint): NewFeedRow[] {
  const rows: NewFeedRow[] = [];
  for (let from = 0; from < group.each.length; from += EVENTS_MAX) {
    const part = group.each.slice(from, from + EVENTS_MAX);
    const data: GroupData = { shared: group.shared, each: part.map((one) => one.data) };
    rows.push({
      ...{ type: group.type, market_id: group.marketId, wallet: null, created_at: createdAt },
      data: JSON.stringify(data),
      bettors: part.map(({ bettor }) => bettor),
    });
  }
  return rows;
}

/** The events of these rows, in order; with a wallet, of groups only what is about it. */
export async function toFeedEvents(db: Db, rows: readonly FeedRow[], wallet?: string) {
  const groups = rows.map(bettorsOf);
  const wallets = await findWallets(
    db,
    groups.flatMap((group) => group ?? []),
  );
  return rows.flatMap((row, at) => {
    const group = groups[at];
    if (!group) return toFeedEvent(row, row.id, row.wallet, JSON.parse(row.data));
    const { shared, each }: GroupData = JSON.parse(row.data);
    const first = row.id - BigInt(group.length) + 1n;
    return group.flatMap((bettor, index) => {
      const own = wallets.get(bettor);
      if (own === undefined || (wallet !== undefined && wallet !== own)) return [];
      const data = { ...shared, ...each[index] };
      return toFeedEvent(row, first + BigInt(index), own, data);
    });
  });
}

function toFeedEvent(row: FeedRow, id: bigint, wallet: string | null, data: object): FeedEvent {
  return {
    id,
    type: row.type,
    marketId: row.market_id as MarketId | null,
    wallet,
    data: hasWallet(row.type) && wallet !== null ? { wallet, ...data } : { ...data },
    at: Number(row.created_at),
  };
}

/** As the last statement of a transaction. Call `store.notify('feed', '')` after the commit. */
export async function appendFeed(
  db: Db,
  events: readonly (NewFeedEvent | EventGroup)[],
  atMs: number,
): Promise<void> {
  const createdAt = BigInt(atMs);
  const rows = events.flatMap((event): NewFeedRow | NewFeedRow[] => {
    if ('each' in event) return toGroupRows(event, createdAt);
    const { type, marketId, wallet, data } = event;
    const text = JSON.stringify(data);
    return { type, market_id: marketId, wallet, data: text, created_at: createdAt };
  });
  await insertFeedRows(db, rows);
}

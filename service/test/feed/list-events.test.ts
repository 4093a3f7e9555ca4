// The newest events of some kinds, page by page, compared with all events read forwards.
import type { MarketId } from '@tote/chain/ids';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { appendFeed, type EventGroup, toFeedEvents } from '../../src/feed/event-group.ts';
import type { FeedEvent, NewFeedEvent } from '../../src/feed/feed-event.ts';
import { listEventsBefore } from '../../src/queries/list-activity.ts';
import { listFeedRows, RESTORED, startFeed } from '../../src/store/journal/feed.ts';
import { setSetting } from '../../src/store/journal/settings.ts';
import { insertBettors } from '../../src/store/projection/bettors.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from '../store/support/engines.ts';

const MARKET = 'market_1' as MarketId;
const disabled: NewFeedEvent = {
  ...{ type: 'keys.disabled', marketId: null, wallet: null },
  data: { operator: true, oracle: false, by: 'a' },
};
const resolved: NewFeedEvent = {
  ...{ type: 'market.resolved', marketId: MARKET, wallet: null },
  data: { winningOutcome: 'Yes', resolvedAt: '2030-01-01T00:00:00Z' },
};
const BETTORS = Array.from({ length: 40 }, (_, index) => `bettor ${index}`);
const settled: EventGroup = {
  ...{ type: 'position.settled', marketId: MARKET },
  shared: { winningOutcome: 'Yes', currency: 'SOL', transactionId: 't' },
  each: BETTORS.map((bettor, index) => ({
    bettor,
    data: { stakes: { Yes: '1', No: '0' }, payout: String(index), state: 'won' },
  })),
};

const append = (store: Store, ...events: (NewFeedEvent | EventGroup)[]) =>
  store.write((db) => appendFeed(db, events, 1));

const isListed = ({ type }: FeedEvent) => type !== 'keys.disabled';

async function readPages({ db }: Store, limit: number): Promise<FeedEvent[]> {
  const all: FeedEvent[] = [];
  for (let before: bigint | undefined; ; ) {
    const { events, next } = await listEventsBefore(db, { before, limit, isListed });
    expect(events.length).toBeLessThanOrEqual(limit);
    all.push(...events);
    if (next === null) return all;
    before = next;
  }
}

describeEngines(['memory', 'postgres'], (engine) => {
  test('pages of any size, also within the rows of a settlement', async () => {
    const store = await engine.open();
    const wallets = BETTORS.map((address) => ({ address, wallet: `wallet of ${address}` }));
    await store.write((db) => insertBettors(db, wallets));
    expect(await readPages(store, 5)).toEqual([]);
    await append(store, resolved, disabled, settled, resolved);
    await append(store, settled, disabled, disabled, settled);
    // After a backup was restored ids are far above those before.
    await store.write((db) => setSetting(db, RESTORED, 'yes'));
    await store.write((db) => startFeed(db, { now: unixSeconds(2_000_000_000), wallMs: 1 }));
    await append(store, disabled, resolved);
    const rows = await listFeedRows(store.db, { after: 0n, limit: 1_000 });
    const expected = (await toFeedEvents(store.db, rows)).filter(isListed).reverse();
    expect(expected).toHaveLength(123);
    for (const limit of [1, 7, 16, 100]) expect(await readPages(store, limit)).toEqual(expected);
  });

  test('a page does not read on and on for what is rare', async () => {
    const store = await engine.open();
    await append(store, resolved);
    await append(store, ...Array(1_500).fill(disabled));
    const first = await listEventsBefore(store.db, { before: undefined, limit: 5, isListed });
    expect(first.events).toEqual([]);
    expect(first.next).toBeGreaterThan(1n);
    expect(await readPages(store, 5)).toMatchObject([{ id: 1n, type: 'market.resolved' }]);
  });
});

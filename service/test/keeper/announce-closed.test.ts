import { expect, test } from 'vitest';
import { ReadBarrier } from '../../src/indexer/read-barrier.ts';
import { announceClosed, batchAnnouncements } from '../../src/keeper/tasks/announce-markets.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import { createGate } from '../support/create-gate.ts';

test('rows of acknowledged bets are written before the closing event', async () => {
  const store = await openStore();
  const typesOf = async () =>
    (await store.db.selectFrom('feed').select('type').orderBy('id').execute()).map(
      ({ type }) => type,
    );
  const writing = createGate();
  const readBarrier = new ReadBarrier(() => {});
  readBarrier.track(writing.opened);
  const context = { store, wallMs: () => 0, readBarrier };
  const market = { id: 'market_1', closesAt: 1, expiresAt: 2 } as unknown as MarketView;
  const announced = batchAnnouncements(context, announceClosed).add(market);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await typesOf()).toEqual([]);
  writing.open();
  await announced;
  expect(await typesOf()).toEqual(['market.closed']);
  await store.close();
});

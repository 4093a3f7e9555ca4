import { expect, test } from 'vitest';
import { ReadBarrier } from '../../src/indexer/read-barrier.ts';
import { announceClosed, batchAnnouncements } from '../../src/keeper/tasks/announce-markets.ts';
import { migrate } from '../../src/store/migrate.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import { openVolatileSqlite } from '../../src/store/sqlite/open-sqlite.ts';

test('rows of acknowledged bets are written before the closing event', async () => {
  const store = await openVolatileSqlite(() => {});
  await migrate(store);
  const typesOf = async () =>
    (await store.db.selectFrom('feed').select('type').orderBy('id').execute()).map(
      ({ type }) => type,
    );
  let write = () => {};
  const readBarrier = new ReadBarrier(() => {});
  readBarrier.track(
    new Promise<void>((resolve) => {
      write = resolve;
    }),
  );
  const context = { store, wallMs: () => 0, readBarrier };
  const market = { id: 'market_1', closesAt: 1, expiresAt: 2 } as unknown as MarketView;
  const announced = batchAnnouncements(context, announceClosed).add(market);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await typesOf()).toEqual([]);
  write();
  await announced;
  expect(await typesOf()).toEqual(['market.closed']);
  await store.close();
});

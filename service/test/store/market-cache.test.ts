import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import { marketIdOf } from '@tote/chain/ids';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { expect, test } from 'vitest';
import { findMarket, MarketCache } from '../../src/store/projection/market-cache.ts';
import type { Store } from '../../src/store/store.ts';
import { addMarket } from './support/add-market.ts';
import { afterEachQuery } from './support/after-each-query.ts';
import { describeEveryEngine } from './support/engines.ts';

const newId = () => marketIdOf(encodeBase58(randomBytes(32)) as Address);
const REQUESTS = 600;

describeEveryEngine(['postgres'], (engine) => {
  const add = async (store: Store) => {
    const id = newId();
    await addMarket(store, id, { address: id.slice(7), sequence: 1n, bets: 1n });
    return id;
  };
  const addBet = (store: Store, id: string) =>
    store.write((db) =>
      db.updateTable('markets').set({ bets: 2n, sequence: 2n }).where('id', '=', id).execute(),
    );

  test('requests of one moment share a read, and each gets its own market', async () => {
    const store = await engine.open();
    const [a, b, missing] = [await add(store), await add(store), newId()];
    let statements = 0;
    const db = store.db.withPlugin(
      afterEachQuery(() => {
        statements += 1;
      }),
    );
    const cache = new MarketCache({ isOn: false });
    const wanted = Array.from({ length: REQUESTS }, (_, at) => [a, b, missing][at % 3] as string);
    const found = await Promise.all(wanted.map((id) => findMarket({ db }, cache, id)));
    expect(found.map((market) => market?.id)).toEqual(
      wanted.map((id) => (id === missing ? undefined : id)),
    );
    expect(statements).toBeLessThanOrEqual(2);
    expect(await findMarket({ db }, cache, `${a}\0`)).toBe(undefined);
    expect(await findMarket({ db }, cache, 'market_1')).toBe(undefined);
    expect(statements).toBeLessThanOrEqual(2);
  });

  test('a read that began before a change is not shared by a request after it', async () => {
    const store = await engine.open();
    const other = await engine.openBeside(store);
    const id = await add(store);
    const cache = new MarketCache({ isOn: false });
    let isChanged = false;
    // Another replica changes the market once the first read has its row.
    const db = store.db.withPlugin(
      afterEachQuery(async () => {
        if (isChanged) return;
        isChanged = true;
        await addBet(other, id);
        second = findMarket({ db }, cache, id);
      }),
    );
    let second: ReturnType<typeof findMarket> | undefined;
    expect(await findMarket({ db }, cache, id)).toMatchObject({ bets: 1 });
    expect(await second).toMatchObject({ bets: 2 });
  });
});

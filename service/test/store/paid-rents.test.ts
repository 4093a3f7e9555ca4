import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import {
  addRent,
  deleteReturnedRents,
  findReachedLimit,
  sumRents,
} from '../../src/store/paid-rents.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from './support/engines.ts';

const NOW = unixSeconds(1_900_000_000);
const LIMITS = { marketsPerCreator: 3, rentPerCreator: 100n };

const rentOf = (marketId: string, lamports = 10n, creator = 'alice') => ({
  ...{ creator, marketId, lamports },
  expiresAt: NOW,
});

const add = (store: Store, ...args: Parameters<typeof rentOf>) =>
  store.write((db) => addRent(db, rentOf(...args), LIMITS));

const list = async (store: Store) => {
  const rows = await store.db.selectFrom('paid_rents').select('market_id').execute();
  return rows.map(({ market_id }) => market_id).sort();
};

/** A submission in this state, so that the market counts although the chain does not have it. */
const submit = (store: Store, marketId: string, state = 'pending') =>
  store.write((db) =>
    db
      .insertInto('submissions')
      .values({
        ...{ signature: `${marketId} ${state}`, kind: 'create-market', wire: new Uint8Array() },
        ...{ last_valid_block_height: 1n, state, market_id: marketId, created_at: 1n },
      } as never)
      .execute(),
  );

describeEngines(['memory', 'postgres'], (engine) => {
  test('counts markets and lamports per creator, up to the limits', async () => {
    const store = await engine.open();
    for (const id of ['a', 'b', 'c', 'd']) await submit(store, id);
    expect(await add(store, 'a', 30n)).toBeUndefined();
    expect(await add(store, 'b', 71n)).toBe('rentPerCreator');
    expect(await sumRents(store.db)).toBe(30n);
    expect(await add(store, 'b', 70n)).toBeUndefined();
    expect(await add(store, 'c', 0n)).toBeUndefined();
    expect(await add(store, 'd', 0n)).toBe('marketsPerCreator');
    expect(await add(store, 'd', 100n, 'bob')).toBeUndefined();
    expect(await list(store)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('a look changes nothing and says the same', async () => {
    const store = await engine.open();
    for (const id of ['a', 'b', 'c']) await submit(store, id);
    for (const id of ['a', 'b']) await add(store, id);
    const look = () => findReachedLimit(store.db, rentOf('x'), LIMITS);
    expect(await look()).toBeUndefined();
    await add(store, 'c');
    expect(await look()).toBe('marketsPerCreator');
    await store.write((db) => db.updateTable('submissions').set({ state: 'refused' }).execute());
    expect(await look()).toBeUndefined();
    expect(await list(store)).toEqual(['a', 'b', 'c']);
    await add(store, 'x');
    expect(await list(store)).toEqual(['x']);
  });

  test('the clean-up deletes what came back, once the market has expired', async () => {
    const store = await engine.open();
    for (const id of ['failed', 'pending']) await add(store, id);
    await submit(store, 'failed', 'refused');
    await submit(store, 'pending');
    const cleanUp = (now: number) => store.write((db) => deleteReturnedRents(db, unixSeconds(now)));
    expect(await cleanUp(NOW)).toBe(0n);
    expect(await cleanUp(NOW + 1)).toBe(1n);
    expect(await cleanUp(NOW + 1)).toBe(0n);
    expect(await list(store)).toEqual(['pending']);
  });
});

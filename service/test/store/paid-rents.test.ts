import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import {
  addRent,
  deleteReturnedRents,
  findReachedLimit,
  sumRents,
  sumRentsOfDay,
} from '../../src/store/journal/payments.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from './support/engines.ts';

const NOW = unixSeconds(1_900_000_000);
const LIMITS = { marketsPerCreator: 3, rentPercentPerDay: 10 };
const DAY = 21_990;

interface Wanted {
  readonly lamports?: bigint;
  readonly creator?: string;
  readonly day?: number;
  readonly balance?: bigint;
}

const rentOf = (marketId: string, wanted: Wanted = {}) => ({
  ...{ creator: 'alice', marketId, lamports: 10n, expiresAt: NOW, day: DAY, balance: undefined },
  ...wanted,
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

describeEngines(['postgres', 'memory'], (engine) => {
  test('counts the rents of all creators on one day, to the lamport', async () => {
    const store = await engine.open();
    for (const id of ['a', 'b', 'c', 'd']) await submit(store, id);
    const used = 'rentPercentPerDay';
    expect(await add(store, 'a', { lamports: 101n, balance: 1_000n })).toBe(used);
    expect(await add(store, 'a', { lamports: 60n, balance: 1_000n })).toBeUndefined();
    // The budget is a part of what it held in the morning: 940 and the 60 that are paid.
    const bob = { creator: 'bob', balance: 940n };
    expect(await add(store, 'b', { ...bob, lamports: 41n })).toBe(used);
    expect(await add(store, 'b', { ...bob, lamports: 40n })).toBeUndefined();
    const more = { creator: 'carol', lamports: 1n, balance: 900n };
    expect(await add(store, 'c', more)).toBe(used);
    expect(await add(store, 'c', { ...more, day: DAY + 1 })).toBeUndefined();
    expect(await add(store, 'd', { ...more, balance: undefined })).toBeUndefined();
    expect(await sumRentsOfDay(store.db, DAY)).toBe(101n);
    expect(await sumRents(store.db)).toBe(102n);
    // What came back can be paid again on the same day.
    await store.write((db) =>
      db
        .updateTable('submissions')
        .set({ state: 'refused' })
        .where('market_id', '=', 'a')
        .execute(),
    );
    expect(await sumRentsOfDay(store.db, DAY)).toBe(41n);
    expect(await add(store, 'e', { ...more, balance: 960n })).toBeUndefined();
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

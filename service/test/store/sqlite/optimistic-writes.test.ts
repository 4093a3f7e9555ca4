import { afterEach, describe, expect, test } from 'vitest';
import { claimRequests } from '../../../src/store/journal/requests.ts';
import { migrate } from '../../../src/store/migrate.ts';
import {
  addStakes,
  findPositionRows,
  settlePositions,
} from '../../../src/store/projection/save-positions.ts';
import { insertTransactions } from '../../../src/store/projection/transactions.ts';
import { openSqliteIn, openVolatileSqlite } from '../../../src/store/sqlite/open-sqlite.ts';
import type { Store } from '../../../src/store/store.ts';
import { createGate } from '../../support/create-gate.ts';
import { newFolder } from '../../support/new-folder.ts';

const rowOf = (signature: string) => ({ signature, slot: 1n, block_time: 1n, error: null });
const requestOf = (key: string, reference: string) => ({
  ...{ wallet: 'w', idempotencyKey: key, requestHash: 'h', reference, createdAt: 1n },
});
const betOf = (stake: bigint) => ({
  ...{ signature: `s${stake}`, instruction: 0n, position: 0n, bet_id: `i${stake}` },
  ...{ market_id: 'm', bettor: 'b', outcome: 1n, amount: stake, pool_yes: 0n, pool_no: 0n },
  ...{ sequence: 1n, slot: 1n, placed_at: 1n },
});
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function prepare(store: Store): Promise<Store> {
  closing.push(() => store.close());
  await migrate(store);
  return store;
}

async function openInThread(): Promise<Store> {
  return prepare(await openSqliteIn(newFolder(), () => {}));
}

const engines = {
  'in a thread': openInThread,
  'in this thread': async () => prepare(await openVolatileSqlite(() => {})),
};

describe.each(Object.entries(engines))('%s', (_name, open) => {
  const signaturesIn = async ({ db }: Store) =>
    (await db.selectFrom('transactions').select('signature').orderBy('signature').execute()).map(
      ({ signature }) => signature,
    );

  test('new rows are written at the first attempt', async () => {
    const store = await open();
    let attempts = 0;
    const isNew = await store.write((db) => {
      attempts += 1;
      return insertTransactions(db, [rowOf('a'), rowOf('b')]);
    });
    expect([...isNew]).toEqual(['a', 'b']);
    expect(attempts).toBe(1);
    expect(await signaturesIn(store)).toEqual(['a', 'b']);
  });

  test('a row that is not new is detected, and the second attempt knows it', async () => {
    const store = await open();
    await store.write((db) => insertTransactions(db, [rowOf('a')]));
    const seen: string[][] = [];
    const isNew = await store.write(async (db) => {
      const found = await insertTransactions(db, [rowOf('a'), rowOf('b')]);
      seen.push([...found]);
      return found;
    });
    expect([...isNew]).toEqual(['b']);
    expect(seen).toEqual([['a', 'b'], ['b']]);
    expect(await signaturesIn(store)).toEqual(['a', 'b']);
  });

  test('a statement whose result is needed detects it before the commit', async () => {
    const store = await open();
    await store.write((db) => claimRequests(db, [requestOf('key', 'first')]));
    const claims: number[] = [];
    await store.write(async (db) => {
      const claimed = await claimRequests(db, [requestOf('key', 'second')]);
      await db.selectFrom('settings').selectAll().execute();
      claims.push(claimed.size);
    });
    expect(claims).toEqual([0]);
    const { db } = store;
    expect(await db.selectFrom('requests').select('reference').execute()).toEqual([
      { reference: 'first' },
    ]);
  });

  test('work that fails because of a wrong assumption is retried before its error counts', async () => {
    const store = await open();
    await store.write((db) => insertTransactions(db, [rowOf('a')]));
    const applyOnce = () =>
      store.write(async (db) => {
        const isNew = await insertTransactions(db, [rowOf('a')]);
        if (isNew.has('a')) throw new Error('applied twice');
        return 'skipped';
      });
    expect(await applyOnce()).toBe('skipped');
  });

  test('positions that changed after they were read are read again before they are paid', async () => {
    const store = await open();
    await store.write((db) => addStakes(db, [betOf(5n)]));
    const read: bigint[] = [];
    await store.write(async (db) => {
      const stakes = (await findPositionRows(db, 'm', ['b'])).get('b');
      // Committed in between, as if another write had come first.
      if (read.length === 0) await store.write((other) => addStakes(other, [betOf(2n)]));
      const { stake_yes = 0n, stake_no = 0n } = stakes ?? {};
      read.push(stake_yes);
      await settlePositions(db, {
        ...{ market_id: 'm', settled_signature: 's', settled_at: 1n },
        paid: [{ bettor: 'b', stake_yes, stake_no, payout: stake_yes }],
      });
    });
    expect(read).toEqual([5n, 7n]);
    const position = (await findPositionRows(store.db, 'm', ['b'])).get('b');
    expect(position).toMatchObject({ stake_yes: 7n, payout: 7n });
  });

  test('a position is paid once', async () => {
    const store = await open();
    await store.write((db) => addStakes(db, [betOf(5n)]));
    const pay = (settled_signature: string) =>
      store.write((db) =>
        settlePositions(db, {
          ...{ market_id: 'm', settled_signature, settled_at: 1n },
          paid: [{ bettor: 'b', stake_yes: 5n, stake_no: 0n, payout: 9n }],
        }),
      );
    await pay('first');
    await expect(pay('second')).rejects.toThrow('0 of 1 positions');
    const { db } = store;
    const rows = await db.selectFrom('positions').select('settled_signature').execute();
    expect(rows).toEqual([{ settled_signature: 'first' }]);
  });

  test('a write that reads nothing does not block others before it ends', async () => {
    const store = await open();
    const gate = createGate();
    const slow = store.write(async (db) => {
      await insertTransactions(db, [rowOf('slow')]);
      await gate.opened;
    });
    await store.write((db) => insertTransactions(db, [rowOf('quick')]));
    expect(await signaturesIn(store)).toEqual(['quick']);
    gate.open();
    await slow;
    expect(await signaturesIn(store)).toEqual(['quick', 'slow']);
  });

  test('a write that has read something blocks others until it ends', async () => {
    const store = await open();
    const gate = createGate();
    const order: string[] = [];
    const first = store.write(async (db) => {
      await db.selectFrom('settings').selectAll().execute();
      await gate.opened;
      order.push('first');
    });
    const second = store.write(async (db) => {
      await db.selectFrom('settings').selectAll().execute();
      order.push('second');
    });
    setTimeout(gate.open, 20);
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  test('closing waits for writes that have begun and refuses new ones', async () => {
    const store = await open();
    const gate = createGate();
    const slow = store.write(async (db) => {
      await gate.opened;
      return insertTransactions(db, [rowOf('slow')]);
    });
    const closed = store.close();
    await new Promise((resolve) => setImmediate(resolve));
    const late = store.write((db) => insertTransactions(db, [rowOf('late')]));
    gate.open();
    await expect(late).rejects.toThrow('closed');
    expect(await slow).toEqual(new Set(['slow']));
    await closed;
  });
});

// Which transactions are final, as readers with and without a wallet learn it.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { appendFeed } from '../../src/feed/event-group.ts';
import type { NewFeedEvent } from '../../src/feed/feed-event.ts';
import { renderEnvelope } from '../../src/http/streams/envelope.ts';
import { announceFinal } from '../../src/indexer/indexer.ts';
import { findFinalAt, recordDropped } from '../../src/store/finality.ts';
import type { Store } from '../../src/store/store.ts';
import { afterEachQuery } from '../store/support/after-each-query.ts';
import { describeEngines } from '../store/support/engines.ts';
import { createGate } from '../support/create-gate.ts';
import { openHub } from './support/open-hub.ts';

const wallMs = () => 1;
/** In this time a replica that does not wait reads what was before. */
const RACE_MS = 300;

/** A deposit of the wallet in a transaction of its own, which landed in this slot. */
async function deposit(store: Store, wallet: string, slot: bigint): Promise<string> {
  const signature = `${wallet} at ${slot}`;
  const event: NewFeedEvent = {
    ...{ type: 'account.deposited', marketId: null, wallet },
    data: { amount: '1', currency: 'SOL', balance: '1', transactionId: signature },
  };
  await store.write(async (db) => {
    const row = { signature, slot, block_time: 1n, error: null };
    await db.insertInto('transactions').values(row).execute();
    await appendFeed(db, [event], 1);
  });
  await store.notify('feed', '');
  return signature;
}

describeEngines(['memory', 'postgres'], (engine) => {
  async function open() {
    const store = await engine.open();
    const { read: readAll, live } = await openHub(store);
    const read = (...given: Parameters<typeof readAll>) => {
      const seen = readAll(...given);
      /** The transactions of each `transaction.finalized`. */
      const finalized = () =>
        seen
          .filter(({ type }) => type === 'transaction.finalized')
          .map((event) => JSON.parse(renderEnvelope(event)).data);
      return { seen, finalized };
    };
    const finalize = (slot: bigint) => announceFinal({ store, wallMs }, slot);
    return { store, read, live, finalize };
  }

  test('live: each wallet learns of its own transactions, others up to which event', async () => {
    const { store, read, live, finalize } = await open();
    const alice = read({ wallet: 'alice' });
    const bob = read({ wallet: 'bob' });
    const carol = read({ wallet: 'carol' });
    const all = read({});
    await live(4);
    const [first, second] = [await deposit(store, 'alice', 5n), await deposit(store, 'alice', 6n)];
    const his = await deposit(store, 'bob', 6n);
    await finalize(5n);
    await finalize(6n);
    const data = (wallet: string, ...transactionIds: string[]) => ({
      ...{ upTo: '3', wallet, transactionIds },
    });
    await expect.poll(alice.finalized).toEqual([data('alice', first, second)]);
    await expect.poll(bob.finalized).toEqual([data('bob', his)]);
    await expect.poll(all.finalized).toEqual([{ upTo: '3' }]);
    expect(all.seen.map(({ id }) => id)).toEqual([1n, 2n, 3n, 4n]);
    expect(carol.seen).toEqual([]);
  });

  test('what is dropped while another replica makes a step is named by a later one', async () => {
    const { store, read, live, finalize } = await open();
    const alice = read({ wallet: 'alice' });
    await live(1);
    const [kept, gone] = [await deposit(store, 'alice', 5n), await deposit(store, 'alice', 6n)];
    const recorded = createGate();
    const dropping = store.write(async (db) => {
      await recordDropped(db, [gone]);
      recorded.open();
      await sleep(RACE_MS);
    });
    await recorded.opened;
    await finalize(4n);
    await dropping;
    await finalize(6n);
    const data = { upTo: '2', wallet: 'alice', transactionIds: [kept] };
    await expect.poll(alice.finalized).toEqual([data]);
  });

  test('with very many, a reader that resumes learns of the newest, like one that stayed', async () => {
    const { store, read, live, finalize } = await open();
    const stayed = read({ wallet: 'alice' });
    await live(1);
    const sent: string[] = [];
    for (let slot = 1n; slot <= 230n; slot += 1n) sent.push(await deposit(store, 'alice', slot));
    const resumed = read({ wallet: 'alice' }, 230n);
    await live(2);
    await finalize(230n);
    const data = { upTo: '230', wallet: 'alice', transactionIds: sent.slice(-200) };
    for (const reader of [stayed, resumed]) {
      await expect.poll(reader.finalized).toEqual([data]);
    }
  });

  test('a quiet service says it once', async () => {
    const { store, read, live, finalize } = await open();
    const all = read({});
    await live(1);
    await deposit(store, 'alice', 5n);
    for (let slot = 5n; slot < 12n; slot += 1n) await finalize(slot);
    await expect.poll(() => all.seen.length).toBe(2);
    await deposit(store, 'alice', 20n);
    await expect.poll(() => all.seen.length).toBe(3);
    expect(all.finalized()).toEqual([{ upTo: '1' }]);
  });

  test('a reader that resumes at any event learns what became final meanwhile', async () => {
    const { store, read, finalize } = await open();
    const transactions: string[] = [];
    for (let slot = 1n; slot <= 6n; slot += 1n) {
      transactions.push(await deposit(store, 'alice', slot));
      await deposit(store, 'bob', slot);
      await finalize(slot);
    }
    const last = await deposit(store, 'alice', 7n);
    // Two deposits and a step each.
    for (let after = 0; after <= 18; after += 1) {
      const reader = read({ wallet: 'alice' }, BigInt(after));
      await expect.poll(() => reader.seen.at(-1)?.data.transactionId).toBe(last);
      const told = reader.finalized().flatMap(({ transactionIds }) => transactionIds);
      const expected = transactions.filter((_, index) => index * 3 + 3 > after);
      expect(told, `after ${after}`).toEqual(expected);
    }
    const waiting = read({ wallet: 'alice' }, 19n);
    await finalize(7n);
    await expect
      .poll(() => waiting.finalized().flatMap(({ transactionIds }) => transactionIds))
      .toEqual([last]);
  });

  test('what becomes final while a reader begins is not final for it yet', async () => {
    const { store, finalize } = await open();
    await deposit(store, 'alice', 1n);
    let isFinal = false;
    const finalizeOnce = async () => {
      if (isFinal) return;
      isFinal = true;
      await finalize(1n);
    };
    const db = store.db.withPlugin(afterEachQuery(finalizeOnce));
    expect(await findFinalAt(db, 1n)).toBe(0n);
    expect(isFinal).toBe(true);
    expect(await findFinalAt(store.db, 2n)).toBe(1n);
  });

  test('what a fork dropped is left out', async () => {
    const { store, read, live, finalize } = await open();
    const alice = read({ wallet: 'alice' });
    await live(1);
    const dropped = await deposit(store, 'alice', 5n);
    const kept = await deposit(store, 'alice', 6n);
    await store.write((db) => recordDropped(db, [dropped]));
    await finalize(6n);
    await expect
      .poll(() => alice.finalized().map(({ transactionIds }) => transactionIds))
      .toEqual([[kept]]);
  });
});

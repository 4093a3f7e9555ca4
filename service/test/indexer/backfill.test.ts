import type { RpcTransport } from '@solana/kit';
import { expect, test } from 'vitest';
import { createIndexer } from '../../src/indexer/indexer.ts';
import {
  countListed,
  findCursor,
  PROGRAM_CURSOR,
} from '../../src/store/projection/transactions.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEveryEngine } from '../store/support/engines.ts';
import { createHistory, createReader, type History } from '../support/history.ts';
import { readProjection } from '../support/projection-rows.ts';
import { TestLog } from '../support/test-log.ts';
import { playWholeHistory } from '../support/whole-history.ts';

/** So small that a short history takes many pages, and is kept in the database. */
const SMALL = { pageSize: 4, listedMax: 6, window: 5 };

interface Node {
  /** After so many calls it answers no more. */
  left: number;
  readonly calls: Record<string, number>;
}

const READS = ['getSignaturesForAddress', 'getTransaction'];

function limited(node: Node) {
  return (transport: RpcTransport): RpcTransport =>
    (async (request: Parameters<RpcTransport>[0]) => {
      const { id, method } = request.payload as { id: unknown; method: string };
      if (!READS.includes(method)) return transport(request);
      if (node.left <= 0) return { jsonrpc: '2.0', id, error: { code: -32000, message: 'killed' } };
      node.left -= 1;
      node.calls[method] = (node.calls[method] ?? 0) + 1;
      return transport(request);
    }) as RpcTransport;
}

async function playLimited() {
  const node: Node = { left: Infinity, calls: {} };
  const history = await createHistory({ wrap: limited(node) });
  await playWholeHistory(history);
  await history.passFinality();
  const reader = await createReader(history);
  await reader.indexer.rebuild();
  const rows = await readProjection(reader.store);
  return { node, history, rows, total: rows.transactions?.length ?? 0 };
}

function start({ chain }: History, store: Store) {
  const log = new TestLog();
  return createIndexer({ chain, store, wallMs: Date.now, log, pollMs: 20, sizes: SMALL });
}

const listed = (store: Store) => countListed(store.db);

/** Nothing of what was read is announced, and no cursor is left that would silence what follows. */
async function expectUnannounced({ db }: Store): Promise<void> {
  expect(await db.selectFrom('feed').selectAll().execute()).toEqual([]);
  const cursors = await db.selectFrom('cursors').select('name').execute();
  expect(cursors).toEqual([{ name: PROGRAM_CURSOR }]);
}

describeEveryEngine(['memory', 'postgres'], (engine) => {
  test('a long history is read by way of the database, and gives the same rows', async () => {
    const { history, rows, total } = await playLimited();
    const store = await engine.open();
    const progress: [number, number][] = [];
    await start(history, store).rebuild((done, all) => progress.push([done, all]));
    expect(await readProjection(store)).toEqual(rows);
    expect(total).toBeGreaterThan(30);
    expect(progress.some(([done, all]) => done === 0 && all > SMALL.listedMax)).toBe(true);
    expect(progress.some(([done, all]) => done > 0 && done < all)).toBe(true);
    expect(await listed(store)).toBe(0);
    await expectUnannounced(store);
  });

  test('a backfill that ends at any point goes on where it was', async () => {
    const { node, history, rows, total } = await playLimited();
    const pages = Math.ceil(total / SMALL.pageSize);
    const points: string[] = [];
    for (let calls = 1; ; calls += engine.name === 'memory' ? 7 : 11) {
      const store = await engine.open();
      Object.assign(node, { left: calls, calls: {} });
      const first = await start(history, store)
        .rebuild()
        .then(
          () => 'done',
          () => 'killed',
        );
      node.left = Infinity;
      if (first === 'done') break;
      const at = await findCursor(store.db, PROGRAM_CURSOR);
      points.push((await listed(store)) === 0 ? 'nothing' : at ? 'applying' : 'listing');
      await start(history, store).rebuild();
      expect(await readProjection(store)).toEqual(rows);
      expect(await listed(store)).toBe(0);
      await expectUnannounced(store);
      // Only the windows that were fetched and not applied are fetched again.
      expect(node.calls.getTransaction).toBeLessThanOrEqual(total + 2 * SMALL.window);
      expect(node.calls.getSignaturesForAddress).toBeLessThanOrEqual(pages + 12);
      await store.close();
    }
    expect(new Set(points)).toEqual(new Set(['nothing', 'listing', 'applying']));
  });

  test('what was missed for long is read the same way, and announced', async () => {
    const node: Node = { left: Infinity, calls: {} };
    const history = await createHistory({ wrap: limited(node) });
    const store = await engine.open();
    await start(history, store).rebuild();
    await playWholeHistory(history);
    await history.passFinality();
    await start(history, store).catchUp();
    const reader = await createReader(history);
    await reader.indexer.rebuild();
    expect(await readProjection(store)).toEqual(await readProjection(reader.store));
    const created = await store.db
      .selectFrom('feed')
      .select('type')
      .where('type', '=', 'market.created')
      .execute();
    expect(created).toHaveLength(10);
  });
});

describeEveryEngine(['postgres'], (engine) => {
  test('two replicas that start together read a long history once', async () => {
    const { node, history, rows, total } = await playLimited();
    const store = await engine.open();
    node.calls.getTransaction = 0;
    const other = await engine.openBeside(store);
    await Promise.all([start(history, store).rebuild(), start(history, other).catchUp()]);
    expect(await readProjection(store)).toEqual(rows);
    expect(node.calls.getTransaction).toBeLessThanOrEqual(total + 2 * SMALL.window);
  });
});

test('a stop does not wait for a long backfill', async () => {
  const { node, history, rows } = await playLimited();
  const { store } = await createReader(history);
  const indexer = start(history, store);
  indexer.start();
  await expect.poll(() => findCursor(store.db, PROGRAM_CURSOR), { interval: 1 }).toBeDefined();
  await indexer.stop();
  node.calls.getTransaction = 0;
  await start(history, store).rebuild();
  expect((await readProjection(store)).transactions).toEqual(rows.transactions);
});

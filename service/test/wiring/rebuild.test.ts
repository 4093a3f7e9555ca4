// A rebuild takes the place of the old rows at once, or changes nothing.
import { marketIdOf } from '@tote/chain/ids';
import { expect, test } from 'vitest';
import {
  getSetting,
  haltMarket,
  listHaltedMarkets,
  setSetting,
} from '../../src/store/journal/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines, type Engine } from '../store/support/engines.ts';
import { type HidingNode, hiding } from '../support/hiding-node.ts';
import { createHistory, createReader, SOL } from '../support/history.ts';
import { readProjection } from '../support/projection-rows.ts';
import { rebuildBeside } from '../support/rebuild-beside.ts';

/** A store with rows, and then with wrong ones and a market that is halted. */
async function play(engine: Engine) {
  const node: HidingNode = { unlisted: new Set(), missing: new Set() };
  const history = await createHistory({ wrap: hiding(node) });
  const [alice, bob] = [await history.bettor(), await history.bettor()];
  const market = await history.market();
  const bets = await history.bets(market, [
    { by: alice, outcome: 'Yes', amount: SOL },
    { by: bob, outcome: 'No', amount: 2n * SOL },
  ]);
  await history.bets(market, [{ by: bob, outcome: 'No', amount: SOL }]);
  const ended = await history.market();
  await history.bets(ended, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await history.resolve(ended, 'Yes');
  await history.settle(ended, alice);
  await history.passFinality();
  const store = await engine.open();
  const reader = await createReader(history, { store });
  await reader.indexer.catchUp();
  const rows = await readProjection(store);
  await store.write(async (db) => {
    await db.updateTable('markets').set({ pool_yes: 5n }).execute();
    await db.deleteFrom('positions').execute();
    await haltMarket(db, marketIdOf(market), 'a test');
    await setSetting(db, 'kept', 'yes');
  });
  const wrong = await readEverything(store);
  expect(wrong.rows).not.toEqual(rows);
  expect(wrong.feed.length).toBeGreaterThan(3);
  return { node, history, reader, store, rows, wrong, bets, market };
}

const readEverything = async (store: Store) => ({
  rows: await readProjection(store),
  cursors: await store.db.selectFrom('cursors').selectAll().execute(),
  feed: await store.db.selectFrom('feed').selectAll().orderBy('id').execute(),
  halted: await listHaltedMarkets(store.db),
  kept: await getSetting(store.db, 'kept'),
});

describeEngines(['postgres', 'folder'], (engine) => {
  test('wrong rows are replaced, unless the new ones differ from the accounts on chain; the journal and the feed stay, and the feed goes on', async () => {
    const { node, history, reader, store, rows, wrong, bets, market } = await play(engine);
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    node.unlisted.add(bets.signature);
    await expect(rebuildBeside(history, reader, print)).rejects.toThrow(
      /differs from the accounts on chain in \d places, so the old rows stay.*--replace/,
    );
    expect(lines.some((line) => line.startsWith(`${marketIdOf(market)}: `))).toBe(true);
    expect(await readEverything(store)).toEqual(wrong);
    node.unlisted.clear();

    if (engine.name === 'postgres') {
      // A replica that was killed: its row is left, but nobody holds its lock.
      const left = { id: 'killed', roles: '', lock: 7n, expires_at: BigInt(Date.now()) + 60_000n };
      await store.write((db) => db.insertInto('replicas').values(left).execute());
    }
    await rebuildBeside(history, reader, print);
    expect(await readEverything(store)).toEqual({ ...wrong, rows, halted: [] });
    const compared = 'Compared with the chain: 2 markets, 2 bettors with their balances, 2 open';
    expect(lines.join('\n')).toContain(compared);
    expect(lines.at(-1)).toBe(
      `The projection is rebuilt from ${rows.transactions?.length} transactions.`,
    );
    await history.market();
    const next = await createReader(history, { store });
    await next.indexer.catchUp();
    const feed = await store.db.selectFrom('feed').selectAll().orderBy('id').execute();
    expect(feed.slice(0, wrong.feed.length)).toEqual(wrong.feed);
    expect(feed.slice(wrong.feed.length).map(({ type }) => type)).toEqual(['market.created']);
  });
});

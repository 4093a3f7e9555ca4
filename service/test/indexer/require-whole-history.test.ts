import { marketIdOf } from '@tote/chain/ids';
import { expect, test } from 'vitest';
import { findCursorState, requireWholeHistory } from '../../src/indexer/history.ts';
import { requireComplete } from '../../src/indexer/snapshot/compare-with-chain.ts';
import { type HidingNode, hiding } from '../support/hiding-node.ts';
import { createHistory, createReader, type History, SOL } from '../support/history.ts';
import { readProjection } from '../support/projection-rows.ts';

async function play() {
  const { node, history } = await playShort();
  const { chain } = history;
  const listed = await listAll(history);
  const reader = await createReader(history);
  await reader.indexer.catchUp();
  const empty = await createReader(history);
  return { node, chain, listed, reader, empty };
}

test('a node that lacks the first transactions is refused, and the rows stay', async () => {
  const { node, chain, listed, reader, empty } = await play();
  const before = await readProjection(reader.store);
  const [first = '', ...rest] = listed.map(({ signature }) => String(signature)).reverse();
  node.firstAvailable = (listed.at(-2)?.slot ?? 0n) + 1n;
  const trimmed = /archive node .* tote snapshot restore <file> \(with --replace/;
  for (const unlisted of [[first], [first, ...rest.slice(0, -1)]]) {
    node.unlisted.clear();
    for (const signature of unlisted) node.unlisted.add(signature);
    for (const { store } of [reader, empty]) {
      await expect(requireWholeHistory(chain, store)).rejects.toThrow(trimmed);
    }
  }
  for (const signature of rest) node.unlisted.add(signature);
  await expect(requireWholeHistory(chain, reader.store)).rejects.toThrow(trimmed);
  // Rows say more than a node that does not know what it has deleted.
  node.firstAvailable = undefined;
  await expect(requireWholeHistory(chain, reader.store)).rejects.toThrow(trimmed);
  expect(await readProjection(reader.store)).toEqual(before);

  // What failed may be gone: the embedded chain does not keep it.
  node.unlisted.clear();
  const failed = { signature: 'failed', slot: 0n, block_time: 1n, error: '{}' };
  await reader.store.write((db) => db.insertInto('transactions').values(failed).execute());
  expect(await requireWholeHistory(chain, reader.store)).toBe(listed.length);
});

async function playShort() {
  const node: HidingNode = { unlisted: new Set(), missing: new Set() };
  const history = await createHistory({ wrap: hiding(node) });
  const alice = await history.bettor();
  const market = await history.market();
  const bet = await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await history.passFinality();
  return { node, history, alice, market, bet };
}

async function listAll({ chain }: History) {
  return chain.rpc.getSignaturesForAddress(chain.programAddress).send();
}

test('transactions that a node lists and does not find are read from their blocks', async () => {
  const { node, history, market } = await playShort();
  const expected = await createReader(history);
  await expected.indexer.catchUp();
  const blocks = new Map<bigint, string[]>();
  for (const { signature, slot } of await listAll(history)) {
    blocks.set(slot, [...(blocks.get(slot) ?? []), signature]);
    node.missing.add(signature);
  }
  node.blocks = blocks;
  const reader = await createReader(history);
  await reader.indexer.catchUp();
  expect(await reader.queries.findMarket(marketIdOf(market))).toMatchObject({ bets: 1 });
  expect(await readProjection(reader.store)).toEqual(await readProjection(expected.store));
});

test('one that is neither found nor in a block waits, and nothing after it is applied', async () => {
  const { node, history, market } = await playShort();
  const [bets, ...before] = await listAll(history);
  node.missing.add(before[0]?.signature ?? '');
  const reader = await createReader(history);
  await reader.indexer.catchUp();
  expect(await reader.queries.findTransaction(bets?.signature ?? '')).toBeUndefined();
  node.missing.clear();
  await reader.indexer.catchUp();
  expect(await reader.queries.findMarket(marketIdOf(market))).toMatchObject({ bets: 1 });
});

test('a node that has deleted the blocks says so instead of waiting forever', async () => {
  const { node, history } = await playShort();
  const listed = await listAll(history);
  const { signature, slot } = listed.at(-2)!;
  node.missing.add(signature);
  node.firstAvailable = slot + 1n;
  const reader = await createReader(history);
  const expected = `from slot ${slot + 1n} on, and the indexer needs it from slot ${slot} on`;
  await expect(reader.indexer.rebuild()).rejects.toThrow(expected);
  // At the limit it is only missing.
  node.firstAvailable = slot;
  await expect(reader.indexer.catchUp()).resolves.toBeUndefined();
});

test('a node that no longer has the cursor of a long backfill is refused', async () => {
  const { node, history, alice, market } = await playShort();
  const sizes = { pageSize: 2, listedMax: 2, window: 2 };
  const reader = await createReader(history, { sizes });
  await reader.indexer.rebuild();
  const listed = await listAll(history);
  for (let index = 0; index < 4; index += 1) {
    await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  }
  await history.passFinality();
  node.forgotten = listed[0]?.signature;
  node.firstAvailable = (listed[0]?.slot ?? 0n) + 1n;
  const next = await createReader(history, { store: reader.store, sizes });
  await expect(next.indexer.catchUp()).rejects.toThrow(/archive node/);
});

test('a node that has deleted the cursor will do, unless it lacks what came after it', async () => {
  const { node, history, alice, bet } = await playShort();
  const { store, indexer } = await createReader(history);
  await indexer.rebuild();
  const { chain } = history;
  const context = { chain, store, wallMs: Date.now, catchUp: () => indexer.catchUp() };
  expect(await findCursorState(chain, store)).toBe('known');

  node.forgotten = bet.signature;
  node.firstAvailable = bet.slot;
  expect(await findCursorState(chain, store)).toBe('unknown');
  node.firstAvailable = bet.slot + 1n;
  expect(await findCursorState(chain, store)).toBe('deleted');
  // Nothing has happened since.
  await requireComplete(context);

  // A deposit that the node no longer lists: no market shows it.
  const landed = await history.send([await history.depositInstruction(alice, SOL)]);
  node.unlisted.add(landed.signature);
  await expect(requireComplete(context)).rejects.toThrow(/archive node/);
  node.unlisted.clear();
  await requireComplete(context);
});

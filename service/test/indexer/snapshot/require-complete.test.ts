import { expect, test } from 'vitest';
import { findCursorState } from '../../../src/indexer/history.ts';
import { requireComplete } from '../../../src/indexer/snapshot/compare-with-chain.ts';
import { type HidingNode, hiding } from '../../support/hiding-node.ts';
import { createHistory, createReader, SOL } from '../../support/history.ts';

test('a node that has deleted the cursor will do, unless it lacks what came after it', async () => {
  const node: HidingNode = { unlisted: new Set(), missing: new Set() };
  const history = await createHistory({ wrap: hiding(node) });
  const alice = await history.bettor();
  const market = await history.market();
  const cursor = await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await history.passFinality();
  const { store, indexer } = await createReader(history);
  await indexer.rebuild();
  const { chain } = history;
  const context = { chain, store, wallMs: Date.now, catchUp: () => indexer.catchUp() };
  expect(await findCursorState(chain, store)).toBe('known');

  node.forgotten = cursor.signature;
  node.firstAvailable = cursor.slot;
  expect(await findCursorState(chain, store)).toBe('unknown');
  node.firstAvailable = cursor.slot + 1n;
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

import { expect, test } from 'vitest';
import { requireWholeHistory } from '../../src/indexer/history.ts';
import { type HidingNode, hiding } from '../support/hiding-node.ts';
import { createHistory, createReader, SOL } from '../support/history.ts';
import { readProjection } from '../support/projection-rows.ts';

async function play() {
  const node: HidingNode = { unlisted: new Set(), missing: new Set() };
  const history = await createHistory({ wrap: hiding(node) });
  const { chain } = history;
  const alice = await history.bettor();
  const market = await history.market();
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  await history.passFinality();
  const listed = await chain.rpc.getSignaturesForAddress(chain.programAddress).send();
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
});

test('a transaction that failed may be gone: the embedded chain does not keep it', async () => {
  const { chain, listed, reader } = await play();
  const failed = { signature: 'failed', slot: 0n, block_time: 1n, error: '{}' };
  await reader.store.write((db) => db.insertInto('transactions').values(failed).execute());
  expect(await requireWholeHistory(chain, reader.store)).toBe(listed.length);
});

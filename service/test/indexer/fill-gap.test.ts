import { marketIdOf } from '@tote/chain/ids';
import { expect, test } from 'vitest';
import { createAuditor } from '../support/create-auditor.ts';
import { type HidingNode, hiding } from '../support/hiding-node.ts';
import { createHistory, createReader, SOL } from '../support/history.ts';
import { readProjection } from '../support/projection-rows.ts';

async function createHiding() {
  const node: HidingNode = { unlisted: new Set(), missing: new Set() };
  const history = await createHistory({ wrap: hiding(node) });
  node.of = history.chain.programAddress;
  return { node, history, reader: await createReader(history) };
}

const errors = ({ log }: { log: { lines: { level: string }[] } }) =>
  log.lines.filter(({ level }) => level === 'error');

test('events that the list of the program lacks are found in the list of their market', async () => {
  const { node, history, reader } = await createHiding();
  const [alice, bob] = [await history.bettor(), await history.bettor()];
  const market = await history.market();
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: 3n * SOL }]);
  await history.bets(market, [{ by: bob, outcome: 'No', amount: SOL }]);
  const resolved = await history.resolve(market, 'Yes');
  await history.settle(market, alice, bob);
  node.unlisted.add(resolved.signature);

  reader.indexer.start();
  const find = () => reader.queries.findMarket(marketIdOf(market));
  await expect.poll(async () => (await find())?.end?.outcome).toBe('Yes');
  await reader.indexer.stop();
  await reader.indexer.catchUp();
  expect(reader.indexer.isHalted(marketIdOf(market))).toBe(false);
  expect(errors(reader)).toEqual([]);
  const whole = await createReader(history);
  node.unlisted.clear();
  await whole.indexer.catchUp();
  expect(await readProjection(reader.store)).toEqual(await readProjection(whole.store));

  // A market whose creation is not listed is found, too.
  const { market: unlisted, instruction } = await history.createInstruction();
  node.unlisted.add((await history.send([instruction])).signature);
  await history.bets(unlisted, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  const next = await createReader(history, { store: reader.store });
  next.indexer.start();
  const findUnlisted = () => next.queries.findMarket(marketIdOf(unlisted));
  await expect.poll(findUnlisted).toMatchObject({ bets: 1 });
  expect(errors(next)).toEqual([]);
});

test('the audit finds bets that were not listed, and applies them instead of halting', async () => {
  const { node, history, reader } = await createHiding();
  const { indexer, log } = reader;
  const alice = await history.bettor();
  const market = await history.market();
  const bet = () => history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  const hidden = [await bet(), await bet()];
  await bet();
  for (const { signature } of hidden) node.unlisted.add(signature);
  await indexer.catchUp();
  const id = marketIdOf(market);
  expect(await reader.queries.findMarket(id)).toMatchObject({ bets: 1, sequence: 4n });

  const auditor = createAuditor(history, reader);
  await auditor.audit();
  await auditor.audit();
  expect(await reader.queries.findMarket(id)).toMatchObject({ bets: 3, sequence: 4n });
  expect(indexer.isHalted(id)).toBe(false);
  expect(auditor.result.differing).toBe(0);
  expect(errors(reader)).toEqual([]);
  const [warning] = log.lines.filter(({ level }) => level === 'warn');
  expect(warning?.fields).toMatchObject({ marketId: id, missing: 2 });
});

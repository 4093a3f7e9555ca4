import { expect, test } from 'vitest';
import { createHistory, createReader } from '../support/history.ts';
import { askEverything, playWholeHistory } from '../support/whole-history.ts';

test('transactions give the same answers in any order of arrival', async () => {
  const history = await createHistory();
  const whole = await playWholeHistory(history);
  const inOrder = await createReader(history);
  await inOrder.indexer.catchUp();
  await history.passFinality();
  const expected = await askEverything(inOrder.queries, whole);

  const backwards = await createReader(history);
  await backwards.indexer.ingest([...whole.landed].reverse());
  await backwards.indexer.catchUp();
  expect(await askEverything(backwards.queries, whole)).toEqual(expected);

  const scattered = await createReader(history);
  const shuffled = whole.landed.map((one, index) => [(index * 7) % 11, one] as const);
  shuffled.sort(([a], [b]) => a - b);
  for (const [, landed] of shuffled) await scattered.indexer.ingest([landed, landed]);
  await scattered.indexer.catchUp();
  expect(await askEverything(scattered.queries, whole)).toEqual(expected);
});

import { expect, test } from 'vitest';
import { createHistory, createReader } from '../support/history.ts';
import { rebuildBeside } from '../support/rebuild-beside.ts';
import { askEverything, playWholeHistory } from '../support/whole-history.ts';

test('a rebuild gives the same answers as before', async () => {
  const history = await createHistory();
  const reader = await createReader(history);
  const whole = await playWholeHistory(history);
  await reader.indexer.ingest(whole.landed);
  await reader.indexer.catchUp();
  // Wait until everything is final, so that no answer changes by itself.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const before = await askEverything(reader.queries, whole);
  const feedBefore = await reader.store.db.selectFrom('feed').selectAll().execute();
  expect(feedBefore.length).toBeGreaterThan(20);

  const lines: string[] = [];
  await rebuildBeside(history, reader, (line) => lines.push(line));

  expect(lines.at(-1)).toMatch(/^The projection is rebuilt from \d+ transactions\.$/);
  expect(await askEverything(reader.queries, whole)).toEqual(before);
  expect(await reader.store.db.selectFrom('feed').selectAll().execute()).toEqual(feedBefore);
  expect(reader.log.lines.filter(({ level }) => level === 'error')).toEqual([]);

  // An empty store gives the same.
  const fresh = await createReader(history);
  await fresh.indexer.catchUp();
  expect(await askEverything(fresh.queries, whole)).toEqual(before);
});

test('transactions give the same answers in any order of arrival', async () => {
  const history = await createHistory();
  const whole = await playWholeHistory(history);
  const inOrder = await createReader(history);
  await inOrder.indexer.catchUp();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
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

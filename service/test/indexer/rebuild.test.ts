import { expect, test } from 'vitest';
import { createReader } from '../support/history.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { rebuildBeside } from '../support/rebuild-beside.ts';
import { askEverything, playAnswered } from '../support/whole-history.ts';

test('transactions give the same answers in any order of arrival', async () => {
  const { history, whole, expected } = await playAnswered();
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

test.runIf(hasPostgres())(
  'two replicas on PostgreSQL that ingest everything at once give the same answers as SQLite',
  async () => {
    const { history, whole, expected } = await playAnswered();
    const databaseUrl = await (await openPostgres()).createDatabase();
    const one = await createReader(history, { databaseUrl });
    const two = await createReader(history, { databaseUrl });
    await Promise.all([
      one.indexer.ingest(whole.landed),
      two.indexer.ingest([...whole.landed].reverse()),
      two.indexer.catchUp(),
    ]);
    await one.indexer.catchUp();
    expect(await askEverything(one.queries, whole)).toEqual(expected);
    expect(await askEverything(two.queries, whole)).toEqual(expected);

    await rebuildBeside(history, one);
    expect(await askEverything(two.queries, whole)).toEqual(expected);
    for (const { log } of [one, two]) {
      expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    }
  },
);

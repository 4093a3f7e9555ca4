import { describe, expect, test } from 'vitest';
import { createHistory, createReader } from '../support/history.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { rebuildBeside } from '../support/rebuild-beside.ts';
import { askEverything, playWholeHistory } from '../support/whole-history.ts';

describe.runIf(hasPostgres())('on PostgreSQL', () => {
  test('two replicas that ingest everything at once give the same answers as SQLite', async () => {
    const history = await createHistory();
    const whole = await playWholeHistory(history);
    const sqlite = await createReader(history);
    await sqlite.indexer.catchUp();
    await history.passFinality();
    const expected = await askEverything(sqlite.queries, whole);

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
  });
});

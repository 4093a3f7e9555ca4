import { expect, test } from 'vitest';
import { createReader } from '../support/history.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { rebuildBeside } from '../support/rebuild-beside.ts';
import { showing, withoutEvents, withoutLogs } from '../support/show-landed.ts';
import { askEverything, playAnswered } from '../support/whole-history.ts';

test('transactions give the same answers in any order of arrival, with or without events', async () => {
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

  // Two events are kept: a batch that was not strict is reconciled from a later event, or from the
  // account while it exists.
  const [, , laterBets] = whole.landed;
  const decided = whole.landed.find(
    ({ instructions }) =>
      instructions.some(({ data }) => data[0] === 10) &&
      instructions.some(({ accounts }) => accounts[0] === whole.markets.utility),
  );
  const isKept = new Set([laterBets?.signature, decided?.signature]);
  // Without logs there is the return data of the last instruction.
  for (const lose of [withoutLogs, withoutEvents]) {
    const chain = showing(history.chain, (landed) =>
      lose === withoutEvents && isKept.has(landed.signature) ? landed : lose(landed),
    );
    const { indexer, queries, log } = await createReader(history, { chain });
    await indexer.catchUp();
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(await askEverything(queries, whole)).toEqual(expected);
  }
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

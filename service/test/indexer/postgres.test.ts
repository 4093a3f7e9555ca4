import { marketIdOf } from '@tote/chain/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHistory, createReader, SOL } from '../support/history.ts';
import { hasPostgres, openPostgres, type Postgres } from '../support/postgres.ts';
import { rebuildBeside } from '../support/rebuild-beside.ts';
import { askEverything, playWholeHistory } from '../support/whole-history.ts';

describe.runIf(hasPostgres())('on PostgreSQL', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await openPostgres();
  });

  test('two replicas that ingest everything at once give the same answers as SQLite', async () => {
    const history = await createHistory();
    const whole = await playWholeHistory(history);
    const sqlite = await createReader(history);
    await sqlite.indexer.catchUp();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const expected = await askEverything(sqlite.queries, whole);

    const databaseUrl = await postgres.createDatabase();
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

  test('a replica reads what the other one ingested', async () => {
    const history = await createHistory();
    const databaseUrl = await postgres.createDatabase();
    const one = await createReader(history, { databaseUrl });
    const two = await createReader(history, { databaseUrl });
    const alice = await history.bettor();
    const market = await history.market();
    const id = marketIdOf(market);
    await one.indexer.catchUp();
    for (let count = 1; count <= 10; count += 1) {
      const landed = await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
      await (count % 2 ? one : two).indexer.ingest([landed]);
      expect(await one.queries.findMarket(id)).toMatchObject({ bets: count });
      expect(await two.queries.findMarket(id)).toMatchObject({ bets: count });
    }
  });
});

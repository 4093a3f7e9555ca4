import { packSampleHashes, unpackSampleHashes } from '@tote/conditions/sample-hashes';
import { unixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  changeRoundTimes,
  deleteUnusedSamples,
  findEvidencePage,
  insertSamples,
  listEvidenceHashes,
  listFailedRounds,
  listLastRoundTimes,
  listSampleHashes,
  listSampleSources,
  listSamples,
  listSampleTimes,
  pruneSamples,
  recordEvidencePages,
  recordFailedRound,
  saveSampleHashes,
} from '../../../src/store/journal/samples.ts';
import { addMarket } from '../support/add-market.ts';
import { describeEngines } from '../support/engines.ts';

const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER };
const hashAt = (second: number) => ({
  at: unixSeconds(second),
  hash: new Uint8Array(32).fill(second % 251),
});

const sampleAt = (second: number, source = 'a', text = `${source} at ${second}`) => {
  return { source, slot: BigInt(second) * 2n, observedAt: unixSeconds(second), text };
};

const roundAt = (second: number, marketId = 'market_1', reason = `at ${second}`) => {
  return { marketId, at: unixSeconds(second), reason, fetches: '[{"é":1}]' };
};

describeEngines(['postgres', 'folder'], (engine) => {
  test('a sample is kept as it is, once per slot, and survives a restart', async () => {
    let store = await engine.open();
    await store.write((db) => insertSamples(db, [sampleAt(30), sampleAt(10), sampleAt(20)]));
    await store.write((db) =>
      insertSamples(db, [sampleAt(10, 'a', 'another'), sampleAt(10, 'b', '{"é":1}')]),
    );
    store = await engine.reopen(store);
    expect(await listSamples(store.db, 'a', ALL)).toEqual(['a at 10', 'a at 20', 'a at 30']);
    expect(await listSamples(store.db, 'a', { from: 10, to: 20 })).toHaveLength(2);
    expect(await listSamples(store.db, 'a', { from: 11, to: 29 })).toEqual(['a at 20']);
    expect(await listSamples(store.db, 'b', ALL)).toEqual(['{"é":1}']);
    expect((await listSampleSources(store.db)).sort()).toEqual(['a', 'b']);
  });

  test('samples outside of all spans are deleted, of this source only', async () => {
    const store = await engine.open();
    const seconds = Array.from({ length: 450 }, (_, index) => index);
    await store.write((db) =>
      insertSamples(
        db,
        seconds.map((second) => sampleAt(second)),
      ),
    );
    await store.write((db) => insertSamples(db, [sampleAt(5, 'b')]));
    const spans = [
      { from: 10, to: 11 },
      { from: 448, to: Number.MAX_SAFE_INTEGER },
    ];
    await store.write((db) => pruneSamples(db, 'a', spans, 1_000));
    const left = ['a at 10', 'a at 11', 'a at 448', 'a at 449'];
    expect(await listSamples(store.db, 'a', ALL)).toEqual(left);
    await store.write((db) => pruneSamples(db, 'a', [], 3));
    expect(await listSamples(store.db, 'a', ALL)).toEqual(['a at 449']);
    await store.write((db) => pruneSamples(db, 'a', [], 3));
    expect(await listSamples(store.db, 'a', ALL)).toEqual([]);
    expect(await listSamples(store.db, 'b', ALL)).toHaveLength(1);
  });

  test('hashes of samples are replaced by a longer row, and deleted after the end', async () => {
    const store = await engine.open();
    const rowOf = (marketId: string, ...seconds: number[]) => ({
      ...{ marketId, startedAt: seconds[0] ?? 0 },
      hashes: packSampleHashes(seconds.map((second) => hashAt(second))),
    });
    await store.write((db) =>
      saveSampleHashes(db, [rowOf('one', 10, 20), rowOf('two', 5), rowOf('unknown', 1)]),
    );
    await store.write((db) => saveSampleHashes(db, [rowOf('one', 10, 20, 30), rowOf('one', 25)]));
    // Another replica sampled in the same second; the first one counts.
    const other = { at: unixSeconds(25), hash: new Uint8Array(32) };
    const overlapping = { marketId: 'one', startedAt: 26, hashes: packSampleHashes([other]) };
    await store.write((db) => saveSampleHashes(db, [overlapping]));
    expect(await listSampleHashes(store.db, 'one')).toEqual([10, 20, 25, 30].map(hashAt));
    await store.write((db) =>
      sql`insert into sample_marks values ('one', 7), ('two', 8)`.execute(db),
    );
    await addMarket(store, 'one', { state: 2n });
    await addMarket(store, 'two', { state: 1n });
    for (const rows of [1, 0]) {
      await store.write((db) => deleteUnusedSamples(db, 2));
      const { rows: left } = await sql`select 1 from sample_hashes
        where market_id = 'one'`.execute(store.db);
      expect(left).toHaveLength(rows);
    }
    expect(await listSampleTimes(store.db, 'one')).toEqual([]);
    expect(await listSampleTimes(store.db, 'two')).toEqual([8]);
    expect(await listSampleHashes(store.db, 'two')).toEqual([hashAt(5)]);
    expect(await listSampleHashes(store.db, 'unknown')).toEqual([hashAt(1)]);
  });

  test('hashes of evidence are read as pages, and written once', async () => {
    let store = await engine.open();
    const evidence = { marketId: 'one', evidenceHash: 'e' };
    const pageOf = (second: number) => packSampleHashes([hashAt(second)]);
    await recordEvidencePages(store, evidence, [pageOf(100), pageOf(200)]);
    await recordEvidencePages(store, evidence, [pageOf(999)]);
    store = await engine.reopen(store);
    expect(await listEvidenceHashes(store.db, evidence)).toEqual([hashAt(100), hashAt(200)]);
    const find = (page: number) => findEvidencePage(store.db, { ...evidence, page });
    expect((await find(1)).flatMap(unpackSampleHashes)).toEqual([hashAt(200)]);
    expect(await find(2)).toEqual([]);
    expect(await listEvidenceHashes(store.db, { ...evidence, evidenceHash: 'f' })).toEqual([]);
  });

  test('failed rounds are kept once per second, newest first, and survive a restart', async () => {
    let store = await engine.open();
    for (const round of [roundAt(30), roundAt(10), roundAt(20), roundAt(20, 'market_1', 'no')]) {
      await store.write((db) => recordFailedRound(db, round));
    }
    store = await engine.reopen(store);
    const rounds = await listFailedRounds(store.db, 'market_1');
    expect(rounds).toEqual([roundAt(30), roundAt(20), roundAt(10)]);
    expect(await listFailedRounds(store.db, 'market_2')).toEqual([]);
    // Only the last twenty of a market are kept.
    await store.write((db) => recordFailedRound(db, roundAt(1, 'market_2')));
    for (let second = 31; second <= 55; second += 1) {
      await store.write((db) => recordFailedRound(db, roundAt(second)));
    }
    const kept = (await listFailedRounds(store.db, 'market_1')).map(({ at }) => at);
    expect(kept).toEqual(Array.from({ length: 20 }, (_, index) => 55 - index));
    expect(await listFailedRounds(store.db, 'market_2')).toHaveLength(1);
  });

  test('times of rounds are added once and removed, for each market', async () => {
    let store = await engine.open();
    const at = (...seconds: number[]) => seconds.map(unixSeconds);
    const change = async (marketId: string, added: number[], removed: number[] = []) => {
      const times = { marketId, added: at(...added), removed: at(...removed) };
      await store.write((db) => changeRoundTimes(db, times));
    };
    await change('market_1', [60, 120, 120]);
    await change('market_2', [90]);
    await change('market_1', [180], [120, 90]);
    store = await engine.reopen(store);
    expect(await listSampleTimes(store.db, 'market_1')).toEqual([60, 180]);
    expect(await listLastRoundTimes(store.db, 'market_1', 1)).toEqual([180]);
    expect(await listLastRoundTimes(store.db, 'market_2', 2)).toEqual([90]);
  });
});

import { packSampleHashes } from '@tote/conditions/sample-hashes';
import { unixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  deleteUnusedSampleHashes,
  findEvidenceHashes,
  listEvidenceHashes,
  listSampleHashes,
  recordEvidenceHashes,
  saveSampleHashes,
} from '../../../src/store/journal/sample-hashes.ts';
import {
  deleteUnusedSampleTimes,
  insertSamples,
  listSampleSources,
  listSamples,
  listSampleTimes,
  pruneSamples,
} from '../../../src/store/journal/samples.ts';
import { listMeasuredMarkets } from '../../../src/store/projection/list-due-markets.ts';
import type { Store } from '../../../src/store/store.ts';
import { describeEngines } from '../support/engines.ts';

const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER };
const hashAt = (second: number) => ({
  at: unixSeconds(second),
  hash: new Uint8Array(32).fill(second % 251),
});

const sampleAt = (second: number, source = 'a', text = `${source} at ${second}`) => {
  return { source, slot: BigInt(second) * 2n, observedAt: unixSeconds(second), text };
};

const MARKET = {
  ...{ address: 'x', creator: 'x', question: '?', token_address: null, currency: 0n, flags: 0n },
  ...{ subject: 'x', fact_owner: 'x', nonce: 0n, minimum_stake: 0n, burn_bps: 0n },
  ...{ developer_bps: 0n, veto_seconds: 0n, created_at: 0n, closes_at: 0n, refund_at: 0n },
  ...{ sequence: 0n, pool_yes: 0n, pool_no: 0n, bets: 0n, outcome: 0n, refund_reason: 0n },
  ...{ resolved_at: null, veto_ends_at: null, evidence_hash: null, burn: 0n, developer: 0n },
  ...{ distributable: 0n, open_positions: null, fees_moved: 0n, dust: 0n, burn_total: null },
  ...{ account_closed: 0n, created_signature: 'x', resolved_signature: null, created_slot: 0n },
  ...{ question_key: 'x', condition_key: 'x', decided_by: 'x', bits: 0n },
};

const SYSTEM = '11111111111111111111111111111111';

async function addMarket(store: Store, id: string, row: Partial<Record<string, unknown>>) {
  const condition = '{"type":"market_cap"}';
  const market = { ...MARKET, id, condition, source: 0n, state: 1n, expires_at: 100n };
  const address = SYSTEM.slice(0, -id.length) + id;
  await store.write((db) =>
    db
      .insertInto('markets')
      .values({ ...market, address, ...row } as never)
      .execute(),
  );
}

describeEngines(['folder', 'postgres'], (engine) => {
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
    expect(await store.write((db) => deleteUnusedSampleHashes(db, 2))).toBe(2n);
    expect(await store.write((db) => deleteUnusedSampleHashes(db, 2))).toBe(1n);
    expect(await store.write((db) => deleteUnusedSampleHashes(db, 2))).toBe(0n);
    expect(await store.write((db) => deleteUnusedSampleTimes(db, 2))).toBe(1n);
    expect(await listSampleTimes(store.db, 'two')).toEqual([8]);
    expect(await listSampleHashes(store.db, 'two')).toEqual([hashAt(5)]);
    expect(await listSampleHashes(store.db, 'unknown')).toEqual([hashAt(1)]);
  });

  test('hashes of evidence are read as pages, and written once', async () => {
    let store = await engine.open();
    const evidence = { marketId: 'one', evidenceHash: 'e' };
    const record = (page: number, second: number) =>
      store.write((db) => {
        const hashes = packSampleHashes([hashAt(second)]);
        return recordEvidenceHashes(db, { ...evidence, page, hashes });
      });
    await record(1, 200);
    await record(0, 100);
    await record(0, 999);
    store = await engine.reopen(store);
    expect(await listEvidenceHashes(store.db, evidence)).toEqual([hashAt(100), hashAt(200)]);
    const find = (page: number) => findEvidenceHashes(store.db, { ...evidence, page });
    expect([await find(0), await find(1), await find(2)]).toEqual([
      [hashAt(100)],
      [hashAt(200)],
      [],
    ]);
    expect(await listEvidenceHashes(store.db, { ...evidence, evidenceHash: 'f' })).toEqual([]);
  });

  test('open measured markets are listed, ordered by expiry', async () => {
    const store = await engine.open();
    await addMarket(store, 'c', { expires_at: 300n });
    await addMarket(store, 'b', { expires_at: 200n, source: 1n });
    await addMarket(store, 'a', { condition: '{"tokenAddress":null,"type":"attested"}' });
    await addMarket(store, 'f', { source: 3n });
    await addMarket(store, 'e', { state: 2n });
    const list = async (page: Parameters<typeof listMeasuredMarkets>[1]) =>
      (await listMeasuredMarkets(store.db, page)).map(({ id }) => id);
    expect(await list({ limit: 10 })).toEqual(['b', 'c']);
    expect(await list({ limit: 10, expiredBy: unixSeconds(199) })).toEqual([]);
    expect(await list({ limit: 10, expiredBy: unixSeconds(200) })).toEqual(['b']);
    const [after] = await listMeasuredMarkets(store.db, { limit: 1 });
    expect(await list({ limit: 10, after })).toEqual(['c']);
    await addMarket(store, 'w', { condition: '{"type":"web_value"}', expires_at: 400n });
    expect(await list({ limit: 10 })).toEqual(['b', 'c', 'w']);
    expect(await list({ limit: 10, isWeb: true })).toEqual(['w']);
    expect(await list({ limit: 10, isWeb: true, expiredBy: unixSeconds(399) })).toEqual([]);
    expect(await list({ limit: 10, isWeb: true, expiredBy: unixSeconds(400) })).toEqual(['w']);
  });
});

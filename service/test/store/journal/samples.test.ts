import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import {
  changeSampleTimes,
  deleteUnusedSampleTimes,
  insertSamples,
  listLastSampleTimes,
  listSampleSources,
  listSamples,
  listSampleTimes,
  pruneSamples,
} from '../../../src/store/journal/samples.ts';
import { listMeasuredMarkets } from '../../../src/store/projection/list-due-markets.ts';
import type { Store } from '../../../src/store/store.ts';
import { describeEngines } from '../support/engines.ts';

const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER };
const at = (...seconds: number[]) => seconds.map(unixSeconds);

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

  test('sample times are added and removed, and deleted after the end of their market', async () => {
    const store = await engine.open();
    const many = at(...Array.from({ length: 450 }, (_, index) => 1_000 + index));
    await store.write((db) =>
      changeSampleTimes(db, [
        { marketId: 'one', added: at(10, 20, 30), removed: [] },
        { marketId: 'two', added: many, removed: [] },
        { marketId: 'unknown', added: at(1), removed: [] },
      ]),
    );
    await store.write((db) =>
      changeSampleTimes(db, [
        { marketId: 'one', added: at(40, 20), removed: at(30, 99) },
        { marketId: 'two', added: [], removed: many.slice(1) },
      ]),
    );
    expect(await listSampleTimes(store.db, 'one')).toEqual([10, 20, 40]);
    expect(await listSampleTimes(store.db, 'two')).toEqual([1_000]);
    expect(await listLastSampleTimes(store.db, 'one', 2)).toEqual([40, 20]);
    await addMarket(store, 'one', { state: 2n });
    await addMarket(store, 'two', { state: 1n });
    expect(await store.write((db) => deleteUnusedSampleTimes(db, 2))).toBe(2n);
    expect(await store.write((db) => deleteUnusedSampleTimes(db, 2))).toBe(1n);
    expect(await store.write((db) => deleteUnusedSampleTimes(db, 2))).toBe(0n);
    expect(await listSampleTimes(store.db, 'two')).toEqual([1_000]);
    expect(await listSampleTimes(store.db, 'unknown')).toEqual([1]);
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
  });
});

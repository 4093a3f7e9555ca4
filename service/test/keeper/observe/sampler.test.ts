// Samples in the journal: shared, few, and enough to continue after a restart.
import { createHash } from 'node:crypto';
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { evaluateCondition } from '@tote/conditions/evaluate';
import { PYTH_OFFSETS } from '@tote/conditions/oracles/layouts/pyth-price-update';
import { readCondition } from '@tote/conditions/read-condition';
import { hashSample } from '@tote/conditions/sample-hashes';
import {
  completeEvidence,
  readSampledEvidence,
  readSampleText,
} from '@tote/conditions/sampled-evidence';
import { describeInstant, unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { readFeedAges } from '../../../src/keeper/observe/feed-coverage.ts';
import { Sampler } from '../../../src/keeper/observe/sampler.ts';
import { findEvidence, listEvidence } from '../../../src/store/journal/evidence.ts';
import { listEvidenceHashes, listSampleHashes } from '../../../src/store/journal/samples.ts';
import type { MarketView } from '../../../src/store/projection/market-view.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { awaitEnd, awaitFailure, getMarket, passTime, useWorld } from '../support.ts';
import {
  advance,
  createMeasured,
  LAMPORTS_PER_SOL,
  makeToken,
  setAccounts,
  showPrice,
  type TestToken,
} from './support.ts';

const world = useWorld();

const BEFORE = { timing: 'any_time_before' };
/** A good token is worth 1,000 SOL. */
const capOf = (threshold: string, rest: object = BEFORE) => {
  return { type: 'market_cap', comparator: 'gte', threshold, unit: 'SOL', ...rest };
};
const solAbove = (threshold: string) => {
  return { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold, ...BEFORE };
};
const endOf = async ({ id }: MarketView) => (await getMarket(world, id)).end;
const countRows = async () =>
  (await world.store.db.selectFrom('samples').selectAll().execute()).length;

const countEvidence = async ({ id }: MarketView) => (await listEvidence(world.store.db, id)).length;

async function addToken(name: string): Promise<TestToken> {
  const token = await makeToken(name);
  await setAccounts(world, Object.values(token.accounts));
  return token;
}

/** Sets the SOL in the pool of 100 million tokens. */
async function setDepth({ accounts: { quote } }: TestToken, sol: bigint): Promise<void> {
  const data = Buffer.from(quote.data ?? []);
  data.writeBigUInt64LE(sol * LAMPORTS_PER_SOL, 64);
  await setAccounts(world, [{ ...quote, data }]);
}

/** Evaluates the evidence whose hash is on chain again; the verdict must be the same. */
async function replay(market: MarketView): Promise<string> {
  const { condition: text, end } = await getMarket(world, market.id);
  const evidenceHash = end?.evidenceHash ?? '';
  const found = await findEvidence(world.store.db, market.id, evidenceHash);
  const record = readSampledEvidence(found ?? '');
  const hashes = await listEvidenceHashes(world.store.db, { marketId: market.id, evidenceHash });
  const condition = readCondition(text);
  const evidence = record && completeEvidence(record, hashes);
  if (!evidence || condition.type === 'unknown') throw new Error('there is no evidence');
  const verdict = await evaluateCondition(condition, evidence, record.moments);
  expect(verdict).toEqual(record.verdict);
  return verdict.verdict;
}

const measured = (
  tokenAddress: Address | null,
  expiresIn: number,
  condition: Parameters<typeof createMeasured>[1]['condition'],
) => createMeasured(world, { tokenAddress, expiresIn, condition });

describe('a median', () => {
  test('is not changed by one sample, but by most of them', async () => {
    const token = await addToken('spiked');
    const market = await measured(token.mint, 3_600, capOf('2000'));
    const { sampler } = world.keeper();
    const sampleAt = async (sol: bigint) => {
      await setDepth(token, sol);
      await passTime(world, 10);
      await sampler.sampleNow();
    };
    for (const sol of [100n, 100n, 900n, 900n, 100n, 100n, 100n]) await sampleAt(sol);
    expect(await countEvidence(market)).toBe(0);
    // Four of the six samples of the last minute must meet it.
    for (const sol of [900n, 900n]) await sampleAt(sol);
    expect(await countEvidence(market)).toBe(0);
    await sampleAt(100n);
    for (const sol of [900n, 900n]) await sampleAt(sol);
    expect(await countEvidence(market)).toBe(1);
    const record = readSampledEvidence((await listEvidence(world.store.db, market.id))[0] ?? '');
    // The time is the end of the minute that decided, not of a part of it.
    expect(record?.verdict).toMatchObject({ at: record?.moments.now });
    expect(record?.evidence.samples).toHaveLength(6);
    // Recorded evidence decides, whatever later samples say, also with another keeper.
    await sampleAt(1n);
    const next = world.keeper();
    next.start();
    expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved', outcome: 'Yes' });
    expect(await replay(market)).toBe('met');
  });

  test('taken before a restart and after it decides', async () => {
    const token = await addToken('restarted');
    const condition = capOf('1000', { timing: 'at_expiry' });
    const market = await measured(token.mint, 100, condition);
    await passTime(world, 60);
    await world.keeper().sampler.sampleNow();
    await passTime(world, 10);
    await world.keeper().sampler.sampleNow();
    expect(await countRows()).toBe(2);
    const last = world.keeper();
    await passTime(world, 10);
    await last.sampler.sampleNow();
    await passTime(world, 21);
    last.start();
    expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved', outcome: 'Yes' });
    expect(await replay(market)).toBe('met');
  });

  test('of too few samples decides nothing', async () => {
    const token = await addToken('unseen');
    const condition = capOf('1000', { timing: 'at_expiry' });
    const market = await measured(token.mint, 100, condition);
    const keeper = world.keeper();
    for (const seconds of [50, 10]) {
      await passTime(world, seconds);
      await keeper.sampler.sampleNow();
    }
    await passTime(world, 60);
    keeper.start();
    const { refundAt } = market;
    expect(await awaitFailure(keeper, market)).toBe(
      '2 of 3 samples were taken in time. No sample can come any more: all stakes are refunded ' +
        `at ${describeInstant(refundAt)}.`,
    );
    expect(await endOf(market)).toBeNull();
  });
});

test('a range of prices waits for the update of its expiry, which can still come', async () => {
  const condition = { type: 'range', of: 'price_feed', feed: 'SOL', low: '1', high: '9000' };
  const market = await measured(null, 100, condition);
  await passTime(world, 300);
  const keeper = world.keeper();
  keeper.start();
  expect(await awaitFailure(keeper, market)).toBe('There is no update of the price feed.');
  expect(await endOf(market)).toBeNull();
  await showPrice(world, (data) => {
    const { publishedAt, previousPublishedAt } = PYTH_OFFSETS;
    data.writeBigInt64LE(BigInt(market.expiresAt), publishedAt);
    data.writeBigInt64LE(BigInt(market.expiresAt) - 1n, previousPublishedAt);
  });
  keeper.wake();
  expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved', outcome: 'Yes' });
  expect(await replay(market)).toBe('met');
});

describe('a condition that was not met', () => {
  test('is No when samples were taken all the time, by changing keepers', async () => {
    const market = await measured(null, 2_000, solAbove('100000'));
    for (let at = 0; at < 2_000; at += 500) {
      await showPrice(world);
      await world.keeper().sampler.sampleNow();
      await passTime(world, 500);
    }
    expect(await countRows()).toBe(0);
    // Each of them began a row of its own.
    expect(await listSampleHashes(world.store.db, market.id)).toHaveLength(4);
    world.keeper().start();
    expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved', outcome: 'No' });
    expect(await replay(market)).toBe('not_met');
  });

  test('is unknown after ten minutes without a sample, and if nobody looked, however short it was', async () => {
    const market = await measured(null, 1_000, solAbove('100000'));
    const keeper = world.keeper();
    await showPrice(world);
    await keeper.sampler.sampleNow();
    const unseen = await measured(null, 300, solAbove('100000'));
    await passTime(world, 1_001);
    keeper.start();
    expect(await awaitFailure(keeper, market)).toMatch(/there was no good sample for \d+ s/i);
    expect(await awaitFailure(keeper, unseen)).toMatch(/^There was no good sample while it ran/);
    expect([await endOf(market), await endOf(unseen)]).toEqual([null, null]);
    await passTime(world, 3_600);
    keeper.wake();
    expect(await awaitEnd(world, market)).toMatchObject({ kind: 'refunded', outcome: null });
  });

  test('has the hash and the time of its samples in the evidence, by their root', async () => {
    const token = await addToken('hashed');
    const market = await measured(token.mint, 100, capOf('1000000'));
    const { sampler } = world.keeper();
    for (let look = 0; look < 4; look += 1) {
      await passTime(world, 20);
      await sampler.sampleNow();
    }
    // The bytes of these samples are still there, because a window may end with them.
    const { db } = world.store;
    const rows = await db.selectFrom('samples').selectAll().orderBy('slot').execute();
    const hashes = await listSampleHashes(db, market.id);
    expect(rows).toHaveLength(4);
    expect(hashes).toEqual(
      rows.map(({ observed_at, sample }) => {
        return { at: Number(observed_at), hash: hashSample(readSampleText(sample)) };
      }),
    );
    expect(hashes.map(({ hash }) => Buffer.from(hash).toString('hex'))).toEqual(
      rows.map(({ sample }) => createHash('sha256').update(sample).digest('hex')),
    );
    await passTime(world, 21);
    world.keeper().start();
    expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved', outcome: 'No' });
    const [text = ''] = await listEvidence(db, market.id);
    const { createdAt, expiresAt } = market;
    const times = [createdAt, ...hashes.map(({ at }) => at), expiresAt];
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    const claimed = { count: 4, longestGapSeconds: Math.max(...gaps) };
    expect(readSampledEvidence(text)?.sampleHashes).toMatchObject(claimed);
    expect(await replay(market)).toBe('not_met');
  });

  test('counts the times that an earlier version stored without hashes', async () => {
    const market = await measured(null, 1_000, solAbove('100000'));
    const { createdAt, id: market_id } = market;
    const stored = [createdAt + 300, createdAt + 600];
    await world.store.write((db) =>
      db
        .insertInto('sample_marks')
        .values(stored.map((at) => ({ market_id, sampled_at: BigInt(at) })))
        .execute(),
    );
    await passTime(world, 700);
    await showPrice(world);
    await world.keeper().sampler.sampleNow();
    await passTime(world, 301);
    world.keeper().start();
    expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved', outcome: 'No' });
    expect(await replay(market)).toBe('not_met');
    const record = readSampledEvidence((await listEvidence(world.store.db, market_id))[0] ?? '');
    expect(record).toMatchObject({ evidence: { sampledAt: stored }, sampleHashes: { count: 1 } });
  });

  test('is not met by an update from before the market', async () => {
    await showPrice(world);
    await passTime(world, 5);
    const market = await measured(null, 1_000, solAbove('1'));
    const { sampler } = world.keeper();
    await sampler.sampleNow();
    expect(await listEvidence(world.store.db, market.id)).toEqual([]);
    await showPrice(world);
    await sampler.sampleNow();
    expect(await listEvidence(world.store.db, market.id)).toHaveLength(1);
  });
});

describe('the journal', () => {
  test('has one sample for all markets about the same thing, read once', async () => {
    const token = await addToken('shared');
    const about = { tokenAddress: token.mint, expiresIn: 3_600 };
    for (const threshold of ['2000', '3000']) {
      await createMeasured(world, { ...about, condition: capOf(threshold) });
      const price = { ...capOf(threshold), type: 'token_price' };
      await createMeasured(world, { ...about, condition: price });
    }
    const { store, reads, keys, wallMs } = world;
    const asked: string[] = [];
    const rpc = new Proxy(world.chain.rpc, {
      get(target, method) {
        asked.push(String(method));
        return target[method as keyof typeof target];
      },
    });
    const chain = { rpc, clock: world.chain.clock } as Chain;
    const oracle = keys.oracle.address;
    const sampler = new Sampler({ chain, store, reads, oracle, wallMs, log: SILENT_LOG });
    await sampler.sampleNow();
    expect(await countRows()).toBe(1);
    asked.splice(0);
    await passTime(world, 10);
    await sampler.sampleNow();
    expect(asked).toEqual(['getMultipleAccounts']);
    expect(await countRows()).toBe(2);
  });

  test('deletes samples that no market needs any more', async () => {
    const token = await addToken('forgotten');
    const about = { tokenAddress: token.mint, expiresIn: 1_000 };
    const never = await createMeasured(world, { ...about, condition: capOf('1000000') });
    const keeper = world.keeper();
    keeper.start();
    await advance(world, keeper, 1_001);
    expect(await awaitEnd(world, never)).toMatchObject({ kind: 'resolved', outcome: 'No' });
    expect(await replay(never)).toBe('not_met');
    expect(await listSampleHashes(world.store.db, never.id)).not.toEqual([]);
    await passTime(world, 3_800);
    await keeper.sampler.sampleNow();
    expect(await countRows()).toBe(0);
    expect(await listSampleHashes(world.store.db, never.id)).toEqual([]);
    expect(await listEvidence(world.store.db, never.id)).toHaveLength(1);
  });

  test('has the bytes of the sample that ended a market', async () => {
    const market = await measured(null, 1_000, solAbove('150'));
    const keeper = world.keeper();
    keeper.start();
    await showPrice(world, (data) => data.writeBigInt64LE(150n * 10n ** 8n, PYTH_OFFSETS.price));
    await keeper.sampler.sampleNow();
    expect(await endOf(market)).toBeNull();
    const at = await world.chain.clock.refresh();
    await showPrice(world, (data) => data.writeBigInt64LE(15_000_000_001n, PYTH_OFFSETS.price));
    const end = await awaitEnd(world, market);
    expect(end).toMatchObject({ outcome: 'Yes' });
    expect(end?.resolvedAt).toBeLessThanOrEqual(unixSeconds(at + 15));
    expect(await replay(market)).toBe('met');
    const record = readSampledEvidence((await listEvidence(world.store.db, market.id))[0] ?? '');
    expect(record?.verdict).toMatchObject({ value: '150.00000001' });
  });
});

// How old what decides markets is, for the operator.
async function createMarket(timing: 'at_expiry' | 'any_time_before'): Promise<void> {
  const threshold = { comparator: 'gt', threshold: '1000000' };
  const condition = { type: 'price_feed', feed: 'SOL', ...threshold, timing };
  await createMeasured(world, { tokenAddress: null, condition, expiresIn: 3_600 });
}

test('samples age until the next one is taken', async () => {
  await showPrice(world);
  await createMarket('any_time_before');
  const { chain, store, reads, keys } = world;
  const options = { chain, store, reads, oracle: keys.oracle.address, log: SILENT_LOG };
  const sampler = new Sampler({ ...options, wallMs: () => Date.now() });
  expect([...sampler.findAges()]).toEqual([]);
  await sampler.sampleNow();
  expect([...sampler.findAges().keys()]).toEqual(['price_feed']);
  expect(sampler.findAges().get('price_feed')).toBeLessThan(60);
  await passTime(world, 120);
  expect(sampler.findAges().get('price_feed')).toBeGreaterThanOrEqual(120);
  await showPrice(world);
  await sampler.sampleNow();
  expect(sampler.findAges().get('price_feed')).toBeLessThan(60);
  await sampler.idle();
});

test('a feed without a price is infinitely old, one with a price as old as that', async () => {
  await createMarket('at_expiry');
  const read = async () => (await readFeedAges(world)).map(({ feed, seconds }) => [feed, seconds]);
  expect(await read()).toEqual([['SOL', Infinity]]);
  await showPrice(world);
  const [[, fresh]] = (await read()) as [[string, number]];
  expect(fresh).toBeLessThan(60);
  await passTime(world, 120);
  const [[, old]] = (await read()) as [[string, number]];
  expect(old).toBeGreaterThanOrEqual(120);
});

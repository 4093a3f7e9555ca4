import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { evaluateCondition, measureCondition, outcomeOf } from '../src/evaluate.ts';
import type { Evidence } from '../src/evaluation/verdict.ts';
import { mintAccount, missingAccount, priceUpdate, sampleOf } from './oracles/support/dumps.ts';
import * as hour from './support/hour.ts';

const { CREATED, EXPIRY, MINT, momentsAt } = hour;
const mint = { program: TOKEN_PROGRAM, decimals: 6 };

const compile = (condition: object, tokenAddress: string | null = null) =>
  hour.compile(condition, { tokenAddress, token: { mint } });

async function decide(condition: object, evidence: Evidence, now: number) {
  const { condition: compiled } = await compile(condition);
  const verdict = await evaluateCondition(compiled, evidence, momentsAt(now));
  return verdict.verdict === 'unknown' ? verdict.code : outcomeOf(compiled, verdict);
}

const priceAt = (symbol: string, price: bigint, at: number) =>
  priceUpdate({ feedId: getFeed(symbol).feedId, price, publishedAt: BigInt(at) });
const solAt = (price: bigint, at: number) => sampleOf(at, [priceAt('SOL', price, at)]);
const everyTenMinutes = Array.from({ length: 5 }, (_, i) => unixSeconds(CREATED + 600 * (i + 1)));

describe('a feed that must not go below', () => {
  const stay = {
    ...{ type: 'price_feed', feed: 'SOL', comparator: 'lt', threshold: '100' },
    timing: 'never_before',
  };
  const [below, at] = [9_999_999_999n, 10_000_000_000n];

  test('is No at once when it does, and not yet decided on the limit', async () => {
    expect(await decide(stay, { samples: [solAt(below, CREATED + 5)] }, CREATED + 5)).toBe('No');
    const open = { samples: [solAt(at, CREATED + 5)] };
    expect(await decide(stay, open, CREATED + 5)).toBe('not_due');
  });

  test('is Yes at the expiry without a gap, and unknown with one', async () => {
    const seen = { samples: [], sampledAt: everyTenMinutes };
    expect(await decide(stay, seen, EXPIRY)).toBe('Yes');
    const gap = { samples: [], sampledAt: everyTenMinutes.toSpliced(2, 1) };
    expect(await decide(stay, gap, EXPIRY)).toBe('gap');
  });
});

const measured = async (comparator: string, timing: string) => {
  const condition = {
    ...{ type: 'token_supply', comparator, threshold: '5', timing },
    ...{ tokenProgram: null, decimals: null },
  };
  const { condition: compiled } = await compile(condition, MINT);
  const sample = sampleOf(CREATED + 5, [missingAccount(MINT)]);
  return measureCondition(compiled, sample, momentsAt(CREATED + 5));
};

test('a token that does not exist has not stayed above anything, but has not gone above anything either', async () => {
  expect(await measured('lt', 'never_before')).toMatchObject({ ok: false, code: 'missing' });
  expect(await measured('lte', 'never_before')).toMatchObject({ ok: false });
  expect(await measured('gt', 'never_before')).toMatchObject({ value: { isMet: false } });
  expect(await measured('lt', 'any_time_before')).toMatchObject({ value: { isMet: false } });
});

test('a supply that must not fall is decided by samples, one that must not rise by the mint', async () => {
  const supply = { type: 'token_supply', threshold: '5', timing: 'never_before' };
  for (const [comparator, source] of [
    ['lt', MarketSource.Oracle],
    ['lte', MarketSource.Oracle],
    ['gt', MarketSource.StateFact],
    ['gte', MarketSource.StateFact],
  ] as const) {
    const { decider, isTriggered, isInverted } = await compile({ ...supply, comparator }, MINT);
    expect([decider.source, isTriggered, isInverted]).toEqual([source, true, true]);
  }
  const { condition } = await compile({ ...supply, comparator: 'gt' }, MINT);
  const minted = sampleOf(CREATED + 5, [mintAccount(MINT, { supply: 5_000_001n, decimals: 6 })]);
  const verdict = await evaluateCondition(condition, { samples: [minted] }, momentsAt(CREATED + 5));
  expect(verdict).toMatchObject({ verdict: 'met' });
});

describe('the ratio of two prices', () => {
  const ratio = { type: 'price_ratio', feed: 'SOL', other: 'ETH', comparator: 'gt' };
  const both = (sol: bigint, eth: bigint, at = EXPIRY, ethAt = at) =>
    sampleOf(at, [priceAt('SOL', sol, at), priceAt('ETH', eth, ethAt)]);

  test.each([
    [301n, 300n, 'Yes'],
    [300n, 300n, 'No'],
    [299n, 300n, 'No'],
  ])('at expiry, %d to %d is %s', async (sol, eth, outcome) => {
    const samples = [both(sol * 10n ** 8n, eth * 10n ** 8n)];
    expect(await decide(ratio, { samples }, EXPIRY + 1)).toBe(outcome);
  });

  test('with a threshold it is exact', async () => {
    const tenth = { ...ratio, comparator: 'gte', threshold: '0.1' };
    const samples = (sol: bigint) => ({ samples: [both(sol, 3_000n * 10n ** 8n)] });
    expect(await decide(tenth, samples(300n * 10n ** 8n), EXPIRY + 1)).toBe('Yes');
    expect(await decide(tenth, samples(300n * 10n ** 8n - 1n), EXPIRY + 1)).toBe('No');
  });

  test('is unknown without one of the prices, or with an old one', async () => {
    const alone = sampleOf(EXPIRY, [priceAt('SOL', 10n ** 10n, EXPIRY)]);
    expect(await decide(ratio, { samples: [alone] }, EXPIRY + 1)).toBe('missing');
    const old = both(10n ** 10n, 10n ** 10n, EXPIRY, EXPIRY - 61);
    expect(await decide(ratio, { samples: [old] }, EXPIRY + 1)).toBe('stale');
  });

  test.each([
    ['SOL', EXPIRY - 61, EXPIRY],
    ['ETH', EXPIRY, EXPIRY - 61],
  ])('says which price is missing: %s', async (symbol, solTime, ethTime) => {
    const { condition } = await compile(ratio);
    const [sol, eth] = [priceAt('SOL', 10n ** 10n, solTime), priceAt('ETH', 10n ** 10n, ethTime)];
    for (const accounts of [
      [sol, eth],
      [eth, sol],
    ]) {
      const reading = await measureCondition(condition, sampleOf(EXPIRY, accounts), {
        ...momentsAt(EXPIRY),
        createdAt: unixSeconds(0),
      });
      const reason = `${symbol}/USD: the update is 61 seconds old`;
      expect(reading).toEqual({ ok: false, code: 'stale', reason });
    }
    const alone = sampleOf(EXPIRY, [symbol === 'SOL' ? eth : sol]);
    const reading = await measureCondition(condition, alone, momentsAt(EXPIRY));
    expect(reading).toMatchObject({ reason: `there is no ${symbol}/USD update` });
  });

  test('of an asset to itself is refused', async () => {
    const refused = compile({ ...ratio, other: 'SOL' });
    await expect(refused).rejects.toMatchObject({ code: 'condition_invalid' });
  });
});

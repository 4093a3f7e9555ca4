import type { AccountSnapshot } from '@tote/conditions/oracles/account-snapshot';
import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { describe, expect, test } from 'vitest';
import { measureCondition } from '../src/evaluate.ts';
import type { Evidence } from '../src/evaluation/verdict.ts';
import { missingAccount, priceUpdate, sampleOf } from './oracles/support/dumps.ts';
import * as hour from './support/hour.ts';

const { CREATED, EXPIRY, STRANGER } = hour;
const T = BigInt(EXPIRY);
const STRIKE = 25_000_000_000n;
const { feedId } = getFeed('SOL');

const above = { type: 'price_feed', feed: 'SOL', comparator: 'gte', threshold: '250' };

const evaluate = (
  { now = EXPIRY + 10, ...fields }: { now?: number; comparator?: string; timing?: string },
  evidence: Evidence,
) => hour.evaluate({ ...above, ...fields }, evidence, { now, tokenAddress: null });

const decide = async (...asked: Parameters<typeof evaluate>) =>
  hour.wordOf(await evaluate(...asked));

const samples = (...accounts: AccountSnapshot[]): Evidence => ({
  samples: [sampleOf(EXPIRY + 5, accounts)],
});
const good = { feedId, price: STRIKE, publishedAt: T, previousPublishedAt: T - 1n };
const update = (change: object = {}) => priceUpdate({ ...good, ...change });

describe('at expiry', () => {
  /** The vectors of compiled facts have all others. */
  const faults: [string, string, AccountSnapshot[]][] = [
    ['nothing', 'missing', []],
    ['no account', 'missing', [missingAccount(STRANGER)]],
    ['wide', 'invalid', [update({ confidence: 250_000_001n })]],
    ['wrong owner', 'missing', [update({ owner: STRANGER })]],
    ['wrong feed', 'invalid', [update({ feedId: getFeed('BTC').feedId })]],
    ['contradicting', 'disagree', [update({ price: STRIKE + 1n }), update({ price: STRIKE - 1n })]],
  ];

  test.each(faults)('%s: unknown', async (_name, code, accounts) => {
    for (const comparator of ['gte', 'gt', 'lte', 'lt']) {
      expect(await decide({ comparator }, samples(...accounts))).toBe(code);
    }
  });

  test('is not due before, not even with an update from the future', async () => {
    expect(await decide({ now: EXPIRY - 1 }, samples(update()))).toBe('not_due');
  });

  test('of fifty good updates in any order only one decides', async () => {
    const updates = Array.from({ length: 50 }, (_, index) => {
      const publishedAt = T - 25n + BigInt(index);
      const isFirst = publishedAt === T;
      const price = isFirst ? STRIKE : 1n;
      return update({ publishedAt, previousPublishedAt: publishedAt - 1n, price });
    });
    const shuffled = [...updates].sort(
      (a, b) => (((a.data[93] ?? 0) * 7) % 11) - (((b.data[93] ?? 0) * 7) % 11),
    );
    for (const order of [updates, [...updates].reverse(), shuffled]) {
      expect(await evaluate({}, samples(...order))).toMatchObject({ verdict: 'met' });
    }
  });

  test('faults beside the good update change nothing', async () => {
    for (const [name, , accounts] of faults) {
      if (name === 'contradicting') continue;
      expect(await decide({}, samples(...accounts, update()))).toBe('met');
    }
  });
});

describe('any time before', () => {
  const timing = 'any_time_before';
  /** A sample with a fresh update every ten seconds, at this price. */
  const watch = (from: number, to: number, price: bigint) =>
    Array.from({ length: Math.floor((to - from) / 10) }, (_, index) => {
      const at = from + 10 * index;
      const publishedAt = BigInt(at);
      return sampleOf(at, [priceUpdate({ feedId, price, publishedAt, confidence: 0n })]);
    });
  const low = watch(CREATED, EXPIRY, STRIKE - 1n);
  const at = (observedAt: number, change: object = {}) =>
    sampleOf(observedAt, [update({ publishedAt: BigInt(observedAt), ...change })], 1n);

  test('one sample is enough, at the strike', async () => {
    const evidence = { samples: [...low, at(CREATED + 105)] };
    for (const now of [CREATED + 200, EXPIRY + 1]) {
      const verdict = await evaluate({ timing, now }, evidence);
      expect(verdict).toMatchObject({ verdict: 'met', at: CREATED + 105, value: '250' });
    }
  });

  test('no sample: not met, once it is over', async () => {
    const over = await evaluate({ timing }, { samples: low });
    expect(over).toMatchObject({ verdict: 'not_met', at: EXPIRY });
    expect(await decide({ timing, now: EXPIRY - 1 }, { samples: low })).toBe('not_due');
  });

  test.each([
    ['stale', { publishedAt: BigInt(CREATED + 105 - 61) }],
    ['from before the market', { publishedAt: BigInt(CREATED - 1) }],
    ['future-dated', { publishedAt: BigInt(CREATED + 105 + 11) }],
    ['wide', { confidence: 250_000_001n }],
    ['zero', { price: 0n }],
    ['negative', { price: -STRIKE }],
    ['wrong owner', { owner: STRANGER }],
    ['wrong feed', { feedId: getFeed('BTC').feedId }],
    ['exponent changed', { exponent: -7 }],
  ])('a %s update triggers nothing', async (_name, change) => {
    const observed = _name === 'from before the market' ? CREATED + 5 : CREATED + 105;
    expect(await decide({ timing }, { samples: [...low, at(observed, change)] })).toBe('not_met');
  });

  test('before the market began or after it ended nothing counts', async () => {
    for (const observedAt of [CREATED - 1, EXPIRY, EXPIRY + 5]) {
      expect(await decide({ timing }, { samples: [...low, at(observedAt)] })).toBe('not_met');
    }
  });

  test('an update with the time of the expiry does not count as before it', async () => {
    const ahead = at(EXPIRY - 5, { publishedAt: T });
    expect(await decide({ timing }, { samples: [...low, ahead] })).toBe('not_met');
    const last = at(EXPIRY - 5, { publishedAt: T - 1n });
    expect(await decide({ timing }, { samples: [...low, last] })).toBe('met');
  });

  test('two sources that contradict each other about one slot trigger nothing', async () => {
    const twins = [at(CREATED + 105), at(CREATED + 105, { price: STRIKE - 1n })];
    expect(await decide({ timing }, { samples: [...low, ...twins] })).toBe('not_met');
  });

  test('a gap of ten minutes is no data, of one second less it is', async () => {
    const before = watch(CREATED, CREATED + 1_000, 1n);
    const gap = (seconds: number) => ({
      samples: [...before, ...watch(CREATED + 990 + seconds, EXPIRY, 1n)],
    });
    expect(await evaluate({ timing }, gap(600))).toMatchObject({ verdict: 'not_met' });
    expect(await evaluate({ timing }, gap(601))).toMatchObject({ verdict: 'unknown', code: 'gap' });
    expect(await decide({ timing }, { samples: [] })).toBe('gap');
  });

  test('the moments of samples that were not kept fill gaps', async () => {
    const sampledAt = low.map(({ observedAt }) => observedAt);
    expect(await decide({ timing }, { samples: [], sampledAt })).toBe('not_met');
  });

  test('a Yes counts despite a gap', async () => {
    expect(await decide({ timing }, { samples: [at(CREATED + 105)] })).toBe('met');
  });
});

test('the progress of a sample', async () => {
  const { condition } = await hour.compile(above, { tokenAddress: null });
  const now = CREATED + 100;
  const sample = sampleOf(now, [update({ publishedAt: BigInt(now) })]);
  expect(await measureCondition(condition, sample, hour.momentsAt(now))).toMatchObject({
    ok: true,
    value: { value: { numerator: 250n, denominator: 1n }, isMet: true },
  });
});

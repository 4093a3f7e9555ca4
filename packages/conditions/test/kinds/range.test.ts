import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { rational, rationalOfDecimal } from '@tote/conditions/oracles/rational';
import { unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { compareWithQuestion } from '../../src/compare-question.ts';
import type { Condition } from '../../src/condition.ts';
import { decidedBy } from '../../src/decided-by.ts';
import { describeCondition } from '../../src/describe-condition.ts';
import { progressOf } from '../../src/evaluate.ts';
import type { Evidence } from '../../src/evaluation/verdict.ts';
import { kindOf } from '../../src/kinds/kind-of.ts';
import type { Sample } from '../../src/oracles/account-snapshot.ts';
import { warnOfMovers } from '../../src/who-can-move.ts';
import {
  dump,
  mintAccount,
  missingAccount,
  patched,
  priceUpdate,
  sampleOf,
  u64,
} from '../oracles/support/dumps.ts';
import { countedAt, sample, type World, windowAt } from '../oracles/support/pool-world.ts';
import * as hour from '../support/hour.ts';

const { EXPIRY, MINT } = hour;
const expiresAt = unixSeconds(EXPIRY);
const ORACLE = dump('mint_token_b').address;

const compile = (fields: object, tokenAddress: string | null = MINT) =>
  hour.compile({ type: 'range', ...fields }, { tokenAddress });
const verdictOf = (fields: object, evidence: Evidence, now = EXPIRY + 1) =>
  hour.evaluate({ type: 'range', ...fields }, evidence, { now });

const solBetween = { of: 'price_feed', feed: 'SOL', low: '200', high: '250' };
const SIDES = [
  ['inside', 'met', 'not_met'],
  ['outside', 'not_met', 'met'],
] as const;

describe('of a price that Pyth publishes', () => {
  const T = BigInt(EXPIRY);
  const { feedId } = getFeed('SOL');
  const update = (price: bigint, change: object = {}) => ({
    samples: [
      sampleOf(EXPIRY + 90, [
        priceUpdate({ feedId, price, publishedAt: T, previousPublishedAt: T - 1n, ...change }),
      ]),
    ],
  });
  const CENTS = 10n ** 6n;

  test.each(SIDES)('%s is decided by both ends, which are inside', async (within, met, other) => {
    const asked = { ...solBetween, within };
    for (const price of [200_00n * CENTS, 225_00n * CENTS, 250_00n * CENTS]) {
      expect(await verdictOf(asked, update(price))).toMatchObject({ verdict: met });
    }
    for (const price of [200_00n * CENTS - 1n, 250_00n * CENTS + 1n, 1n]) {
      expect(await verdictOf(asked, update(price))).toMatchObject({ verdict: other });
    }
    expect(await verdictOf(asked, update(212_34n * CENTS))).toEqual({
      ...{ verdict: met, at: EXPIRY, value: '212.34' },
    });
  });

  test.each([
    ['the second update after it', { publishedAt: T + 1n, previousPublishedAt: T }, 'invalid'],
    ['an update before it', { publishedAt: T - 1n, previousPublishedAt: T - 2n }, 'invalid'],
    ['a first update that is too late', { publishedAt: T + 61n }, 'invalid'],
    ['an update of another program', { owner: ORACLE }, 'missing'],
  ])('%s decides nothing', async (_name, change, code) => {
    for (const within of ['inside', 'outside']) {
      const verdict = await verdictOf({ ...solBetween, within }, update(225_00n * CENTS, change));
      expect(verdict).toMatchObject({ verdict: 'unknown', code });
    }
    const last = update(225_00n * CENTS, { publishedAt: T + 60n });
    expect(await verdictOf(solBetween, last)).toMatchObject({ verdict: 'met' });
    expect(await verdictOf(solBetween, last, EXPIRY - 1)).toMatchObject({ code: 'not_due' });
  });

  test('the low end says how exact the price must be, on every side', async () => {
    const exact = { confidence: 200n * CENTS };
    const wide = { confidence: 200n * CENTS + 1n };
    for (const price of [199_00n * CENTS, 225_00n * CENTS, 251_00n * CENTS]) {
      for (const within of ['inside', 'outside']) {
        const asked = { ...solBetween, within };
        expect((await verdictOf(asked, update(price, exact))).verdict).not.toBe('unknown');
        expect(await verdictOf(asked, update(price, wide))).toMatchObject({ code: 'invalid' });
      }
    }
  });

  test('is the oracle’s, and wants the update of the expiry', async () => {
    const compiled = await compile(solBetween, null);
    const { condition } = compiled;
    expect(compiled).toMatchObject({
      decider: { source: MarketSource.Oracle },
      ...{ isTriggered: false, isInverted: false, closesEarly: true, warnings: [] },
    });
    const [wanted, other] = kindOf(condition).updates?.(condition, expiresAt) ?? [];
    expect(other).toBeUndefined();
    expect(wanted).toMatchObject({ moment: EXPIRY, feed: { feed: 'SOL', from: 'update' } });
    const market = { source: MarketSource.Oracle, subject: ORACLE, mismatch: null };
    expect(decidedBy({ ...market, parsedCondition: condition }, ORACLE)).toMatchObject({
      by: 'samples',
      sampled: { isTriggered: false, pool: undefined, countsHolders: false },
    });
  });
});

describe('of a price in pools', () => {
  const price = { of: 'token_price', unit: 'USD', low: '19', high: '21' };
  const window = (...sols: (bigint | World)[]) => ({ samples: windowAt(EXPIRY, ...sols) });

  test.each(SIDES)('%s: the median decides, and not the most samples', async (within, met, no) => {
    const asked = { ...price, within };
    // At 100 SOL the price is $20; one sample is below and one above.
    expect(await verdictOf(asked, window(50n, 100n, 200n))).toMatchObject({ verdict: met });
    expect(await verdictOf(asked, window(95n, 95n, 95n))).toMatchObject({ verdict: met });
    expect(await verdictOf(asked, window(105n, 105n, 105n))).toMatchObject({ verdict: met });
    expect(await verdictOf(asked, window(94n, 94n, 100n))).toMatchObject({ verdict: no });
    expect(await verdictOf(asked, window(106n, 106n, 100n))).toMatchObject({ verdict: no });
  });

  test('what cannot be read matters only if it could change the result', async () => {
    const asked = { ...price, within: 'inside' };
    const unread = { solAge: 61 };
    const decided = window(90n, 90n, 200n, unread);
    expect(await verdictOf(asked, decided)).toMatchObject({ verdict: 'not_met' });
    const open = window(90n, 100n, 100n, unread);
    expect(await verdictOf(asked, open)).toMatchObject({ verdict: 'unknown', code: 'stale' });
    expect(hour.wordOf(await verdictOf(asked, window(100n, 100n)))).toBe('few_samples');
  });

  test('of a token that does not exist is on neither side', async () => {
    const absent = window({ hasMint: false }, { hasMint: false }, { hasMint: false });
    for (const within of ['inside', 'outside']) {
      expect(await verdictOf({ ...price, within }, absent)).toMatchObject({ verdict: 'not_met' });
    }
  });

  test('says what it costs to move it to the nearer end', async () => {
    const { condition } = await compile(price);
    const now = sample(EXPIRY, {});
    const current = { sample: now, costs: {}, isOver: false };
    const measure = { value: rational(20n), isMet: true };
    const [warning] = await warnOfMovers(condition, { ...current, measure });
    const near = await compile({ ...price, low: '1' });
    const [same] = await warnOfMovers(near.condition, { ...current, measure });
    expect(warning).toMatch(/^It is cheap to manipulate: about 2\.\d+ SOL move the pool/);
    expect(same).toMatch(/^It is cheap to manipulate: about 2\.\d+ SOL move the pool/);
  });
});

describe('of a count', () => {
  const holders = { of: 'holder_count', low: '10', high: '20', minimumBalance: '5' };
  const counted = (count: bigint, at = EXPIRY) =>
    countedAt(at, count, { minimumBaseUnits: 5_000_000n });

  test.each(SIDES)('of holders, %s', async (within, met, other) => {
    const asked = { ...holders, within };
    const decide = async (count: bigint, at?: number) =>
      verdictOf(asked, { samples: [counted(count, at)] }, EXPIRY + 121);
    expect(await decide(10n)).toMatchObject({ verdict: met, value: '10' });
    expect(await decide(20n)).toMatchObject({ verdict: met });
    expect(await decide(9n)).toMatchObject({ verdict: other });
    expect(await decide(21n)).toMatchObject({ verdict: other });
    expect(await decide(15n, EXPIRY + 120)).toMatchObject({ verdict: met });
    expect(await decide(15n, EXPIRY + 121)).toMatchObject({ code: 'missing' });
    expect(await decide(15n, EXPIRY - 1)).toMatchObject({ code: 'missing' });
  });

  test.each(SIDES)('of a supply, %s', async (within, met, other) => {
    const asked = { of: 'token_supply', low: '0', high: '1.5', within };
    const decide = (supply: bigint) =>
      verdictOf(asked, { samples: [sampleOf(EXPIRY, [mintAccount(MINT, { supply })])] });
    expect(await decide(0n)).toMatchObject({ verdict: met, value: '0' });
    expect(await decide(1_500_000n)).toMatchObject({ verdict: met, value: '1.5' });
    expect(await decide(1_500_001n)).toMatchObject({ verdict: other });
    const absent = { samples: [sampleOf(EXPIRY, [missingAccount(MINT)])] };
    expect(await verdictOf(asked, absent)).toMatchObject({ verdict: 'not_met' });
  });

  test('what is needed and known of it is what its own kind says', async () => {
    const { condition, closesEarly, warnings } = await compile(holders);
    const kind = kindOf(condition);
    expect(kind.holders?.(condition)).toEqual({ mint: MINT, minimumBalance: '5' });
    expect(kind.updates).toBeUndefined();
    expect(kind.tokens).toBeUndefined();
    expect(kind.costs?.(condition)).toEqual(['price', 'tokenAccountRent']);
    expect(closesEarly).toBe(false);
    expect(warnings.join()).toContain('Holders are cheap to make');
    const supply = (await compile({ of: 'token_supply', low: '1', high: '2' })).condition;
    const reasons = kindOf(supply).customReasons?.(supply, {
      ...{ hints: {}, supply: { kind: 'absent' } },
    });
    expect(reasons?.join()).toContain('whoever creates it decides its supply');
    const cap = (await compile({ of: 'market_cap', unit: 'SOL', low: '1', high: '2' })).condition;
    expect(kindOf(cap).followsSupply?.(cap)).toBe(true);
    expect(kindOf(cap).window?.(cap)).toEqual({ windowSeconds: 60, samplesMin: 3 });
    expect(kindOf(cap).tokens?.(cap)).toHaveLength(1);
  });
});

describe('who can move it', () => {
  const warn = async (fields: object, now: Sample, value: string) => {
    const { condition } = await compile(fields, ORACLE);
    const measure = { value: rationalOfDecimal(value) ?? rational(0n), isMet: true };
    const costs = { tokenAccountRent: 2_039_280n };
    return warnOfMovers(condition, { sample: now, costs, measure, isOver: false });
  };

  test.each([
    ['9', 'the 1 up to the threshold'],
    ['10', 'the 11 up to the threshold'],
    ['20', 'the 1 up to the threshold'],
    ['21', undefined],
  ])('of %s holders: %s', async (count, expected) => {
    const holders = { mint: ORACLE, count: BigInt(count), minimumBaseUnits: 0n, isComplete: true };
    const now = { ...sampleOf(1, [dump('mint_token_b')]), holders };
    const [text] = await warn({ of: 'holder_count', low: '10', high: '20' }, now, count);
    if (expected === undefined) expect(text).toBeUndefined();
    else expect(text).toContain(expected);
  });

  test.each([
    ['inside', '30', '10 tokens meets the condition'],
    ['inside', '15', '5.000001 tokens makes it no longer met'],
    ['inside', '9', 'the condition cannot be met'],
    ['outside', '30', '10 tokens makes it no longer met'],
    ['outside', '15', '5.000001 tokens meets the condition'],
    ['outside', '9', 'the condition stays met'],
  ])('%s, with a supply of %s: %s', async (within, supply, expected) => {
    const unminted = patched(dump('mint_token_b'), 0, [0, 0, 0, 0]);
    const now = sampleOf(1, [patched(unminted, 36, u64(BigInt(supply) * 1_000_000n))]);
    const asked = { of: 'token_supply', low: '10', high: '20', within };
    const [text] = await warn(asked, now, supply);
    expect(text).toContain(expected);
  });
});

describe('the fields', () => {
  test.each([
    [{ ...solBetween, low: '250' }, 'the field low must be below the field high'],
    [{ ...solBetween, low: '0' }, 'the field low must be above zero'],
    [{ ...solBetween, high: '100000000000' }, 'SOL cannot have such a price'],
    [{ ...solBetween, high: undefined }, 'the field high is missing'],
    [{ ...solBetween, of: 'web_value' }, 'the field of must be one of price_feed, token_price'],
    [{ ...solBetween, feed: 'GOLD' }, 'the field feed must be one of SOL'],
    [{ ...solBetween, within: 'near' }, 'the field within must be one of inside, outside'],
    [{ ...solBetween, timing: 'any_time_before' }, 'the field timing must be one of at_expiry'],
    [{ ...solBetween, comparator: 'gte' }, 'a condition range has no field comparator'],
    [{ ...solBetween, threshold: '1' }, 'a condition range has no field threshold'],
    [{ ...solBetween, minimumBalance: '1' }, 'a condition range has no field minimumBalance'],
    [{ of: 'holder_count', low: '1.5', high: '3' }, 'the field low must be a whole number'],
    [{ of: 'holder_count', low: '1', high: '3.5' }, 'the field high must be a whole number'],
    [
      { of: 'token_supply', low: '1', high: '2', tokenProgram: null },
      'a condition range has no field tokenProgram',
    ],
    [{ of: 'token_price', low: '1', high: '2' }, 'the field unit is missing'],
  ])('%o is refused', async (fields, reason) => {
    await expect(compile(fields)).rejects.toMatchObject({ code: 'condition_invalid' });
    await expect(compile(fields)).rejects.toThrow(reason);
  });

  test('about a token need one', async () => {
    const refused = compile({ of: 'holder_count', low: '1', high: '2' }, null);
    await expect(refused).rejects.toMatchObject({ code: 'token_address_missing' });
  });

  test('a canonical text is the same for ever', async () => {
    const { canonical } = await compile({ ...solBetween, low: '200.0' }, null);
    expect(canonical).toBe(
      '{"feed":"SOL","feedId":"ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d",' +
        '"high":"250","low":"200","of":"price_feed",' +
        '"receiver":"rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ","timing":"at_expiry",' +
        '"tokenAddress":null,"type":"range","unit":"USD","version":1,"within":"inside"}',
    );
  });
});

test('the progress has both ends', async () => {
  const { condition } = await compile(solBetween);
  const { feedId } = getFeed('SOL');
  const account = priceUpdate({ feedId, price: 19_950_000_000n, publishedAt: 1_000n });
  const moments = { createdAt: unixSeconds(0), expiresAt, now: unixSeconds(1_000) };
  const progress = await progressOf(condition)?.(sampleOf(1_000, [account]), moments);
  expect(progress).toEqual({ current: '199.5', target: '200', targetHigh: '250', unit: 'USD' });
});

describe('in words', () => {
  const words = async (fields: object) =>
    describeCondition((await compile(fields)).condition, expiresAt).split('\n\n');

  test('of a price', async () => {
    expect(await words(solBetween)).toEqual([
      'Yes if SOL is between $200 and $250 at 2027-01-15 09:00 UTC, by the first Pyth price ' +
        'within 60 seconds. If there is no usable price, all stakes are refunded.',
      'What counts is the first update of Pyth’s SOL/USD feed that was published at or after ' +
        '2027-01-15T09:00:00Z and at most 60 seconds later, if it is fully verified by ' +
        'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ and its confidence is at most 2 USD. The ' +
        'ends, 200 and 250 USD, count as between.',
    ]);
  });

  test.each([
    [
      { of: 'token_price', unit: 'USD', low: '0.001', high: '0.0025' },
      '9cRC…pump is between $0.001 and $0.0025',
    ],
    [
      { of: 'market_cap', unit: 'SOL', low: '1000', high: '250000', within: 'outside' },
      '9cRC…pump’s market cap is not between 1,000 SOL and 250,000 SOL',
    ],
    [
      { of: 'holder_count', low: '1000', high: '250000', minimumBalance: '1000' },
      '9cRC…pump’s holder count (1,000+ each) is between 1,000 and 250,000',
    ],
    [
      { of: 'token_supply', low: '900000000', high: '1000000000' },
      'the supply of 9cRC…pump is between 900,000,000 and 1,000,000,000',
    ],
  ])('%o', async (fields, expected) => {
    const [rule = '', terms] = await words(fields);
    expect(rule).toContain(`Yes if ${expected} at 2027-01-15 09:00 UTC, by `);
    expect(rule).toMatch(/all stakes are refunded\.$/);
    expect(terms).toContain(MINT);
    expect(rule.length).toBeLessThanOrEqual(200);
  });
});

test('a question that says nothing measurable leaves it unstated', async () => {
  const { condition } = await compile(solBetween);
  const input = { question: 'Is it nice?', tokenAddress: MINT, expiresAt };
  expect(compareWithQuestion(input, condition as Condition)).toBe('unstated');
});

import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { decidedBy } from '../../src/decided-by.ts';
import { describeCondition } from '../../src/describe-condition.ts';
import { measureCondition, progressOf } from '../../src/evaluate.ts';
import type { Evidence } from '../../src/evaluation/verdict.ts';
import { kindOf } from '../../src/kinds/kind-of.ts';
import type { AccountSnapshot, Sample } from '../../src/oracles/account-snapshot.ts';
import { readCondition } from '../../src/read-condition.ts';
import { asSampled } from '../../src/sampled-condition.ts';
import {
  dump,
  mintAccount,
  missingAccount,
  priceUpdate,
  sampleOf,
} from '../oracles/support/dumps.ts';
import { countedAt, sample, windowAt } from '../oracles/support/pool-world.ts';
import * as hour from '../support/hour.ts';

const { CREATED, EXPIRY, MINT, momentsAt } = hour;
const FROM = CREATED + 1_800;
const expiresAt = unixSeconds(EXPIRY);
const ORACLE = dump('mint_token_b').address;

const changed = (fields: object) => ({ type: 'change', from: FROM, ...fields });
const compile = (fields: object, tokenAddress: string | null = MINT, now?: number) =>
  hour.compile(changed(fields), { tokenAddress, ...(now && { now: unixSeconds(now) }) });
const verdictOf = (fields: object, evidence: Evidence, now = EXPIRY + 121) =>
  hour.evaluate(changed(fields), evidence, { now });

const solUp = { of: 'price_feed', feed: 'SOL', comparator: 'gt', times: '1' };
const DOLLAR = 10n ** 8n;

describe('of a price that Pyth publishes', () => {
  const { feedId } = getFeed('SOL');
  const updateAt = (moment: number, price: bigint, change: object = {}) =>
    priceUpdate({
      ...{ feedId, price, publishedAt: BigInt(moment), previousPublishedAt: BigInt(moment) - 1n },
      ...change,
    });
  /** Both are read when the market ends. */
  const both = (...accounts: AccountSnapshot[]) => ({
    samples: accounts.map((account) => sampleOf(EXPIRY + 5, [account])),
  });
  const decide = async (fields: object, start: bigint, end: bigint) => {
    const evidence = both(updateAt(FROM, start), updateAt(EXPIRY, end));
    return (await verdictOf({ ...solUp, ...fields }, evidence)).verdict;
  };

  test.each([
    ['gt', 'not_met', 'not_met', 'met'],
    ['gte', 'not_met', 'met', 'met'],
    ['lt', 'met', 'not_met', 'not_met'],
    ['lte', 'met', 'met', 'not_met'],
  ])('%s: the smallest unit decides', async (comparator, less, same, greater) => {
    for (const [more, verdict] of [
      [-1n, less],
      [0n, same],
      [1n, greater],
    ] as const) {
      const start = 123_45678901n;
      expect(await decide({ comparator }, start, start + more)).toBe(verdict);
      const twice = { comparator, times: '2' };
      expect(await decide(twice, start, 2n * start + more)).toBe(verdict);
      const [plus, minus] = [
        { comparator, plus: '50' },
        { comparator, plus: '-50' },
      ];
      const by = (change: object) => ({ ...change, times: undefined });
      expect(await decide(by(plus), start, start + 50n * DOLLAR + more)).toBe(verdict);
      expect(await decide(by(minus), start, start - 50n * DOLLAR + more)).toBe(verdict);
    }
  });

  test('a start at the expiry or later decides nothing', async () => {
    const evidence = both(updateAt(EXPIRY - 1, DOLLAR), updateAt(EXPIRY, DOLLAR));
    const last = { ...solUp, from: EXPIRY - 1 };
    expect(await verdictOf(last, evidence)).toMatchObject({ verdict: 'not_met' });
    const late = { ...solUp, from: EXPIRY };
    expect(await verdictOf(late, evidence)).toMatchObject({ verdict: 'unknown', code: 'invalid' });
  });

  test('it cannot fall below zero', async () => {
    const fall = { comparator: 'lte', times: undefined, plus: '-200' };
    expect(await decide(fall, 199n * DOLLAR, 1n)).toBe('not_met');
    expect(await decide(fall, 201n * DOLLAR, DOLLAR)).toBe('met');
  });

  test('the verdict says both values', async () => {
    const evidence = both(updateAt(FROM, 200n * DOLLAR), updateAt(EXPIRY, 201n * DOLLAR));
    expect(await verdictOf(solUp, evidence)).toEqual({
      ...{ verdict: 'met', at: EXPIRY, value: '201 after 200' },
    });
    expect(await verdictOf(solUp, evidence, EXPIRY - 1)).toMatchObject({ code: 'not_due' });
  });

  test.each([
    ['none', () => [], 'missing'],
    [
      'a later one',
      (at) => [updateAt(at + 1, DOLLAR, { previousPublishedAt: BigInt(at) })],
      'missing',
    ],
    ['an earlier one', (at) => [updateAt(at - 1, DOLLAR)], 'missing'],
    [
      'one that is too late',
      (at) => [updateAt(at, DOLLAR, { publishedAt: BigInt(at) + 61n })],
      'missing',
    ],
    ['one of another program', (at) => [updateAt(at, DOLLAR, { owner: ORACLE })], 'missing'],
    ['two that differ', (at) => [updateAt(at, DOLLAR), updateAt(at, 2n * DOLLAR)], 'disagree'],
    ['a wide one', (at) => [updateAt(at, 100n * DOLLAR, { confidence: DOLLAR + 1n })], 'wide'],
  ] as [string, (at: number) => AccountSnapshot[], string][])(
    '%s at the start, or at the expiry, decides nothing',
    async (_name, accounts, code) => {
      const good = (at: number) => updateAt(at, 100n * DOLLAR, { confidence: DOLLAR });
      expect(hour.wordOf(await verdictOf(solUp, both(good(FROM), good(EXPIRY))))).toBe('not_met');
      const atStart = both(...accounts(FROM), good(EXPIRY));
      expect(await verdictOf(solUp, atStart)).toMatchObject({ verdict: 'unknown', code });
      const atExpiry = both(good(FROM), ...accounts(EXPIRY));
      expect(await verdictOf(solUp, atExpiry)).toMatchObject({ verdict: 'unknown', code });
    },
  );

  test('is the oracle’s, and wants the updates of both moments', async () => {
    const { condition, decider } = await compile(solUp, null);
    expect(decider).toEqual({ source: MarketSource.Oracle });
    const wanted = kindOf(condition).updates?.(condition, expiresAt) ?? [];
    expect(wanted.map(({ moment }) => moment)).toEqual([FROM, EXPIRY]);
    expect(wanted.map(({ feed }) => feed.from)).toEqual(['update', 'update']);
    const market = { source: MarketSource.Oracle, subject: ORACLE, mismatch: null };
    expect(decidedBy({ ...market, parsedCondition: condition }, ORACLE).by).toBe('samples');
    // Nothing is sampled at the start: an update can be brought later.
    expect(asSampled(condition)).toMatchObject({ isTriggered: false, countsHolders: false });
    expect(asSampled(condition)?.startsAt).toBeUndefined();
  });
});

describe('of a price in pools', () => {
  const up = { of: 'token_price', unit: 'SOL', comparator: 'gt', times: '1' };
  const decide = (start: Sample[], end: Sample[], fields: object = up) =>
    verdictOf(fields, { samples: [...start, ...end] });

  test('the medians of both windows decide', async () => {
    const start = windowAt(FROM, 50n, 100n, 900n);
    const [same, more] = [windowAt(EXPIRY, 100n, 100n, 100n), windowAt(EXPIRY, 101n, 20n, 101n)];
    expect(await decide(start, same)).toMatchObject({ verdict: 'not_met', value: '0.1 after 0.1' });
    expect(await decide(start, more)).toMatchObject({ verdict: 'met', value: '0.101 after 0.1' });
    const least = { ...up, comparator: 'gte' };
    expect(await decide(start, same, least)).toMatchObject({ verdict: 'met' });
  });

  test('a value with more digits than are shown is compared exactly', async () => {
    const change = { supply: 123_456_789_012_345_678n };
    const window = (at: number) => windowAt(at, change, change, change);
    const cap = { ...up, of: 'market_cap' };
    const same = await decide(window(FROM), window(EXPIRY), cap);
    const shown = '12345678901.2 after 12345678901.2';
    expect(same).toMatchObject({ verdict: 'not_met', value: shown });
  });

  test('only samples of the windows count', async () => {
    const start = windowAt(FROM, 100n, 100n, 100n);
    const end = windowAt(EXPIRY, 101n, 101n, 101n);
    const others = [FROM - 60, FROM - 70, FROM + 1, FROM + 2, FROM + 3, FROM + 4, EXPIRY + 1];
    const noise = others.map((at) => sample(at, { sol: 999n }));
    expect(await decide([...noise, ...start], end)).toMatchObject({ verdict: 'met' });
    expect(hour.wordOf(await decide(windowAt(FROM, 100n, 100n), end))).toBe('incomplete');
    expect(await decide([], end)).toMatchObject({ verdict: 'unknown', code: 'incomplete' });
    expect(hour.wordOf(await decide(start, windowAt(EXPIRY, 101n, 101n)))).toBe('few_samples');
  });

  test('what cannot be read at the start matters only if it could change the result', async () => {
    const unread = { poolOwner: ORACLE };
    const start = windowAt(FROM, 100n, 100n, 120n, unread);
    const at = (sol: bigint) => windowAt(EXPIRY, sol, sol, sol);
    // The median of the start is 100, whatever the fourth one was.
    expect(await decide(start, at(101n))).toMatchObject({ verdict: 'met' });
    const open = windowAt(FROM, 100n, 110n, 120n, unread);
    expect(await decide(open, at(99n))).toMatchObject({ verdict: 'not_met' });
    expect(await decide(open, at(111n))).toMatchObject({ verdict: 'met' });
    expect(await decide(open, at(105n))).toMatchObject({ verdict: 'unknown' });
    const most = windowAt(FROM, 100n, 110n, 120n, unread, unread, unread);
    expect(await decide(most, at(999n))).toMatchObject({ verdict: 'unknown' });
  });

  test('of a token that does not exist: nothing at the start, and not met at the expiry', async () => {
    const absent = { hasMint: false };
    const down = { ...up, comparator: 'lt' };
    const there = (at: number) => windowAt(at, 100n, 100n, 100n);
    const gone = (at: number) => windowAt(at, absent, absent, absent);
    expect(await decide(there(FROM), gone(EXPIRY), down)).toMatchObject({ verdict: 'not_met' });
    expect(await decide(gone(FROM), there(EXPIRY), up)).toMatchObject({
      ...{ verdict: 'unknown', code: 'not_positive', reason: 'at the start the value was zero' },
    });
  });
});

describe('of a count', () => {
  const more = { of: 'holder_count', comparator: 'gte', times: '1.25' };
  const decide = (...samples: Sample[]) => verdictOf(more, { samples });

  test('the first counts at or after both moments decide', async () => {
    const end = (count: bigint) => countedAt(EXPIRY, count);
    expect(await decide(countedAt(FROM, 10n), end(13n))).toMatchObject({
      ...{ verdict: 'met', value: '13 after 10' },
    });
    expect(await decide(countedAt(FROM, 10n), end(12n))).toMatchObject({ verdict: 'not_met' });
    const second = countedAt(FROM + 1, 1n);
    expect(hour.wordOf(await decide(countedAt(FROM, 10n), second, end(12n)))).toBe('not_met');
    // One that did not reach the end is no count.
    const partial = countedAt(FROM, 1n, { isComplete: false });
    expect(hour.wordOf(await decide(partial, countedAt(FROM + 1, 10n), end(12n)))).toBe('not_met');
    expect(await decide(partial, end(12n))).toMatchObject({ code: 'incomplete' });
  });

  test.each([
    [FROM - 1, EXPIRY, 'unknown'],
    [FROM, EXPIRY, 'met'],
    [FROM + 120, EXPIRY + 120, 'met'],
    [FROM + 121, EXPIRY, 'unknown'],
    [FROM, EXPIRY + 121, 'unknown'],
    [FROM, EXPIRY - 1, 'unknown'],
  ])('a count at %i and one at %i: %s', async (start, end, verdict) => {
    expect(await decide(countedAt(start, 10n), countedAt(end, 20n))).toMatchObject({ verdict });
  });

  test('a supply of zero is no start, but may be the end', async () => {
    const less = { of: 'token_supply', comparator: 'lt', times: '1' };
    const supply = (at: number, amount: bigint) =>
      sampleOf(at, [mintAccount(MINT, { supply: amount })]);
    const verdict = (...samples: Sample[]) => verdictOf(less, { samples });
    expect(await verdict(supply(FROM, 5n), supply(EXPIRY, 0n))).toMatchObject({ verdict: 'met' });
    expect(hour.wordOf(await verdict(supply(FROM, 0n), supply(EXPIRY, 0n)))).toBe('not_positive');
    const gone = sampleOf(EXPIRY, [missingAccount(MINT)]);
    expect(await verdict(supply(FROM, 5n), gone)).toMatchObject({ verdict: 'not_met' });
  });

  test('is sampled at its start, as its own kind says', async () => {
    const { condition } = await compile(more);
    expect(asSampled(condition)).toMatchObject({ startsAt: FROM, countsHolders: true });
    expect(kindOf(condition).updates).toBeUndefined();
    expect(kindOf(condition).holders?.(condition)).toEqual({ mint: MINT, minimumBalance: '0' });
  });

  test('nothing is met before', async () => {
    const { condition } = await compile(more);
    const now = await measureCondition(condition, countedAt(CREATED, 99n), momentsAt(CREATED));
    expect(now).toMatchObject({ ok: true, value: { isMet: false } });
  });
});

describe('the progress', () => {
  const moments = { createdAt: unixSeconds(0), expiresAt, now: unixSeconds(FROM) };
  const progress = async (fields: object, now: Sample, start: readonly Sample[]) => {
    const { condition } = await compile(fields);
    return progressOf(condition)?.(now, moments, start);
  };
  const supply = (at: number, amount: bigint) =>
    sampleOf(at, [mintAccount(MINT, { supply: amount * 1_000_000n })]);
  const less = { of: 'token_supply', comparator: 'lt', times: '0.5' };

  test('has what the value is compared with, once the start is known', async () => {
    const start = [supply(FROM, 10n), supply(FROM + 2, 99n)];
    const expected = { current: '8', target: '5', unit: 'tokens' };
    expect(await progress(less, supply(FROM + 10, 8n), start)).toEqual(expected);
    expect(await progress(less, supply(FROM, 8n), start)).toEqual(expected);
    expect(await progress(less, supply(FROM - 1, 8n), start)).toBeNull();
    expect(await progress(less, supply(FROM + 10, 8n), [])).toBeNull();
    expect(await progress(less, sampleOf(FROM, []), start)).toBeNull();
    const fall = { ...less, times: undefined, plus: '-10' };
    expect(await progress(fall, supply(FROM, 8n), start)).toMatchObject({ target: '0' });
    expect(await progress({ ...fall, plus: '-11' }, supply(FROM, 8n), start)).toBeNull();
  });

  test('of a price has the update of the start', async () => {
    const { feedId } = getFeed('SOL');
    const at = (moment: number, price: bigint) =>
      sampleOf(moment, [priceUpdate({ feedId, price, publishedAt: BigInt(moment) })]);
    const start = [at(FROM, 200n * DOLLAR)];
    expect(await progress(solUp, at(FROM + 50, 210n * DOLLAR), start)).toEqual({
      ...{ current: '210', target: '200', unit: 'USD' },
    });
    expect(await progress(solUp, at(FROM + 50, 210n * DOLLAR), [at(FROM + 1, 1n)])).toBeNull();
  });
});

describe('the fields', () => {
  test.each([
    [{ ...solUp, plus: '1' }, 'either the field times or the field plus'],
    [{ ...solUp, times: undefined }, 'either the field times or the field plus'],
    [{ ...solUp, times: '0' }, 'the field times must be above zero'],
    [{ ...solUp, from: undefined }, 'the field from is missing'],
    [{ ...solUp, from: 1.5 }, 'the field from must be a whole number'],
    [{ ...solUp, from: 253_402_300_800 }, 'a whole number from 0 to 253402300799'],
    [{ ...solUp, comparator: 'eq' }, 'the field comparator must be one of gte, gt, lte, lt'],
    [{ ...solUp, threshold: '1' }, 'a condition change has no field threshold'],
    [{ ...solUp, timing: 'never_before' }, 'the field timing must be one of at_expiry'],
    [{ ...solUp, low: '1' }, 'a condition change has no field low'],
  ])('%o is refused', async (fields, reason) => {
    await expect(compile(fields)).rejects.toMatchObject({ code: 'condition_invalid' });
    await expect(compile(fields)).rejects.toThrow(reason);
  });

  test.each([
    [solUp, FROM - 1, EXPIRY, true],
    // A price has a history.
    [solUp, FROM, EXPIRY, true],
    [{ ...solUp, from: CREATED - 8 * 86_400 + 1 }, CREATED, EXPIRY, true],
    [{ ...solUp, from: CREATED - 8 * 86_400 }, CREATED, EXPIRY, false],
    [{ ...solUp, from: EXPIRY - 1 }, CREATED, EXPIRY, true],
    [{ ...solUp, from: EXPIRY }, CREATED, EXPIRY, false],
    [{ of: 'token_price', unit: 'USD', comparator: 'gt', times: '1' }, FROM - 61, EXPIRY, true],
    [{ of: 'token_price', unit: 'USD', comparator: 'gt', times: '1' }, FROM - 60, EXPIRY, false],
  ])('the start must be in time: %o at %i', async (fields, now, _expiry, isGood) => {
    const compiled = compile(fields, MINT, now);
    if (isGood) expect((await compiled).condition.type).toBe('change');
    else await expect(compiled).rejects.toThrow('the field from must be after 2027-01-');
  });

  test('a canonical text is the same for ever, and is read again', async () => {
    const fields = { ...solUp, times: undefined, plus: '-50.0' };
    const { canonical, condition } = await compile(fields, null, CREATED);
    expect(canonical).toBe(
      '{"comparator":"gt","feed":"SOL",' +
        '"feedId":"ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d",' +
        '"from":1800001800,"of":"price_feed","plus":"-50",' +
        '"receiver":"rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ","timing":"at_expiry",' +
        '"tokenAddress":null,"type":"change","unit":"USD","version":1}',
    );
    expect(readCondition(canonical)).toEqual(condition);
  });
});

describe('in words', () => {
  const words = async (fields: object) =>
    describeCondition((await compile(fields)).condition, expiresAt).split('\n\n');

  test('of a price', async () => {
    expect(await words(solUp)).toEqual([
      'Yes if SOL at 2027-01-15 09:00 UTC is above its value at 2027-01-15 08:30 UTC, each ' +
        'by the first Pyth price within 60 seconds. If one is missing, all stakes are refunded.',
      'What counts is the first update of Pyth’s SOL/USD feed that was published at or after ' +
        'each of the two times and at most 60 seconds later, if it is fully verified by ' +
        'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ and its confidence is at most 1 % of it. ' +
        'Yes if the value at 2027-01-15T09:00:00Z is above its value at 2027-01-15T08:30:00Z.',
    ]);
  });

  test('has long numbers in full in the second paragraph', async () => {
    const plus = '1234567.123456789012';
    const [rule, terms] = await words({ ...solUp, times: undefined, plus });
    expect(rule).not.toContain('1,234,567.123456789012');
    expect(terms).toContain('2027-01-15T08:30:00Z plus 1,234,567.123456789012 USD.');
    const times = '1.234567890123';
    expect((await words({ ...solUp, times }))[1]).toContain(`above ${times} times its value at`);
  });

  test.each([
    [{ ...solUp, comparator: 'gte', times: '1.2' }, 'is at least 1.2 times its value at'],
    [{ ...solUp, times: undefined, plus: '-1050' }, '08:30 UTC minus $1,050, each by'],
    [{ ...solUp, times: undefined, plus: '0' }, 'is above its value at'],
    [
      { of: 'token_price', unit: 'SOL', comparator: 'lt', plus: '0.5' },
      '08:30 UTC plus 0.5 SOL, each by the 60-second median.',
    ],
    [
      { of: 'holder_count', minimumBalance: '100', comparator: 'gte', times: '2' },
      'holder count (100+ each) at',
    ],
    [{ of: 'market_cap', unit: 'USD', comparator: 'gte', times: '1.5' }, '’s market cap at'],
    [{ of: 'token_supply', comparator: 'lte', plus: '-1000000' }, 'UTC minus 1,000,000, by'],
  ])('%o', async (fields, expected) => {
    const [rule = '', terms = ''] = await words(fields);
    expect(rule).toContain(expected);
    expect(rule.length).toBeLessThanOrEqual(205);
    expect(terms).toContain('each of the two times');
    expect(terms.includes(MINT)).toBe(!('feed' in fields));
  });
});

// What a question leaves to the value when its market is created.

import { address } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { readBaseline, readBaselineEvidence, renderBaselineEvidence } from '../src/baseline.ts';
import { compileCondition } from '../src/compile-condition.ts';
import type { Condition } from '../src/condition.ts';
import { describeCondition } from '../src/describe-condition.ts';
import { measureCondition } from '../src/evaluate.ts';
import type { Sample } from '../src/oracles/account-snapshot.ts';
import { readCondition } from '../src/read-condition.ts';
import { mintAccount, priceUpdate, sampleOf } from './oracles/support/dumps.ts';

const NOW = 1_800_000_000;
const EXPIRY = unixSeconds(NOW + 86_400);
const MINT = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');

const solAt = (
  dollars: number,
  { age = 2, ...more }: { age?: number; confidence?: bigint } = {},
) => {
  const price = BigInt(Math.round(dollars * 1e8));
  const { feedId } = getFeed('SOL');
  const publishedAt = BigInt(NOW - age);
  return [sampleOf(NOW, [priceUpdate({ feedId, price, publishedAt, ...more })], 7n)];
};
const holdersAt = (count: bigint): Sample => ({
  ...sampleOf(NOW, [mintAccount(MINT, { supply: 10n ** 12n, decimals: 6 })], 7n),
  holders: { mint: MINT, count, minimumBaseUnits: 0n, isComplete: true },
});

const ask = (
  question: string,
  samples: readonly Sample[] | undefined,
  { tokenAddress = null, condition }: { tokenAddress?: string | null; condition?: object } = {},
) =>
  compileCondition({
    ...{ question, tokenAddress, expiresAt: EXPIRY, now: unixSeconds(NOW) },
    ...(condition && { condition }),
    takeSamples: async () => samples,
  });

describe('the direction', () => {
  test.each([
    ['Will SOL reach $250?', 200, 'gte', 'any_time_before'],
    ['Will SOL reach $250?', 300, 'lte', 'any_time_before'],
    ['Will SOL hit $250?', 247.5 - 0.01, 'gte', 'any_time_before'],
    ['Will SOL hit $250?', 252.5 + 0.01, 'lte', 'any_time_before'],
    ['Will SOL cross $250?', 200, 'gt', 'any_time_before'],
    ['Will SOL break $250?', 300, 'lt', 'any_time_before'],
    ['Will SOL not touch $250?', 300, 'lte', 'never_before'],
    ['Will SOL get to $250 at expiry?', 300, 'lte', 'at_expiry'],
  ])('of "%s" at $%f is %s', async (question, dollars, comparator, timing) => {
    const { condition, canonical, baseline } = await ask(question, solAt(dollars));
    const relativeTo = { value: String(dollars), at: NOW };
    expect(condition).toMatchObject({ comparator, threshold: '250', timing, relativeTo });
    expect(condition).not.toHaveProperty('relativeTo.times');
    expect(baseline).toBeDefined();
    expect(readCondition(canonical)).toEqual(condition);
  });

  test.each([[247.5], [250], [252.5]])('is unknown at $%f', async (dollars) => {
    const { condition, warnings } = await ask('Will SOL reach $250?', solAt(dollars));
    expect(condition).toMatchObject({ type: 'attested', silence: 'refund' });
    expect(warnings.join()).toContain('too close to tell up from down');
  });

  test('is unknown without the value', async () => {
    const { condition, warnings } = await ask('Will SOL reach $250?', []);
    expect(condition).toMatchObject({ type: 'attested', silence: 'refund' });
    expect(warnings.join()).toContain('the present value cannot be read');
  });

  test('must not point to where the value is', async () => {
    const { canonical } = await ask('Will SOL reach $250?', solAt(200));
    expect(readCondition(canonical.replace('"gte"', '"lte"')).type).toBe('unknown');
  });
});

describe('a condition beside "reach"', () => {
  const fields = { type: 'price_feed', feed: 'SOL', threshold: '250', timing: 'any_time_before' };
  const reach = (comparator: string, dollars: number) =>
    ask('Will SOL reach $250?', solAt(dollars), { condition: { ...fields, comparator } });

  test('on the side of the value is refused', async () => {
    const code = 'condition_contradicts_question';
    await expect(reach('lte', 200)).rejects.toMatchObject({ code });
    await expect(reach('gte', 300)).rejects.toMatchObject({ code });
  });

  test('on the other side is taken, and any of them where the value does not tell', async () => {
    expect((await reach('gte', 200)).condition).toMatchObject({ comparator: 'gte' });
    expect((await reach('lte', 300)).condition).toMatchObject({ comparator: 'lte' });
    expect((await reach('lte', 250)).condition).toMatchObject({ comparator: 'lte' });
  });

  test('can be sent back as it was previewed, with the threshold of the question', async () => {
    const { condition } = await ask('Will SOL reach $250?', solAt(200));
    const { tokenAddress: _, ...sent } = condition;
    const again = await ask('Will SOL reach $250?', solAt(210), { condition: sent });
    expect(again.condition).toMatchObject({ threshold: '250', relativeTo: { value: '210' } });
    const wrong = { condition: { ...sent, threshold: '260' } };
    const other = ask('Will SOL reach $250?', solAt(210), wrong);
    await expect(other).rejects.toMatchObject({ code: 'condition_invalid' });
  });
});

test.each([
  ['Will SOL rise to $250?', 200, 'gte'],
  ['Will SOL rise to $250?', 250, undefined],
  ['Will SOL climb above $250?', 300, undefined],
  ['Will SOL fall to $250?', 300, 'lte'],
  ['Will SOL fall below $250?', 200, undefined],
])('"%s" at $%f must move there: %s', async (question, dollars, comparator) => {
  const { condition } = await ask(question, solAt(dollars));
  expect(condition.type).toBe(comparator ? 'price_feed' : 'attested');
  if (comparator) expect(condition).toMatchObject({ comparator, threshold: '250' });
});

test.each([
  ['Will SOL rise by $50?', 'gte', '250', '50'],
  ['Will SOL drop more than $50?', 'lt', '150', '-50'],
])('"%s" is counted from the value', async (question, comparator, threshold, plus) => {
  const { condition } = await ask(question, solAt(200));
  const relativeTo = { value: '200', plus };
  expect(condition).toMatchObject({ comparator, threshold, relativeTo });
});

test('nothing can fall by more than it is', async () => {
  const { condition, warnings } = await ask('Will SOL drop by $200?', solAt(200));
  expect(condition).toMatchObject({ type: 'attested', silence: 'refund' });
  expect(warnings.join()).toContain('cannot fall by that much');
});

test.each([
  ['Will SOL be above 250?', 12.5, true],
  ['Will SOL be above 250?', 12.49, false],
  ['Will SOL be above 250?', 5_000, true],
  ['Will SOL be above 250?', 5_000.01, false],
  ['Will SOL be above $250?', 5_000.01, true],
  ['Will SOL be above 0.25k?', 5_000.01, true],
  ['Will SOL hit 250?', 5_000.01, false],
  ['Will SOL be between 250 and 300?', 5_000.01, false],
])('"%s" at $%f is measured: %s', async (question, dollars, isMeasured) => {
  const { condition, lacksUnit } = await ask(question, solAt(dollars));
  expect(condition.type !== 'attested').toBe(isMeasured);
  expect(lacksUnit).toBe(isMeasured ? undefined : true);
});

describe('a change of a price', () => {
  test('becomes a threshold, with what it was computed from', async () => {
    const samples = solAt(150.5);
    const { condition, canonical, baseline } = await ask('Will SOL rise by 20%?', samples);
    const evidence = sha256Hex(renderBaselineEvidence(samples));
    expect(condition).toMatchObject({
      ...{ type: 'price_feed', comparator: 'gte', threshold: '180.6', timing: 'any_time_before' },
      relativeTo: { value: '150.5', at: NOW, times: '1.2', evidence },
    });
    expect(baseline && sha256Hex(baseline)).toBe(evidence);
    expect(readCondition(canonical)).toEqual(condition);
    expect(describeCondition(condition, EXPIRY)).toContain(
      'The threshold is 1.2 times the value when the market was created: 150.5 USD at ' +
        '2027-01-15T08:00:00Z.',
    );
  });

  test.each<[string, readonly Sample[] | undefined]>([
    ['no samples', undefined],
    ['too few', []],
    ['a price that is too old', solAt(150.5, { age: 61 })],
    ['a wide price', solAt(150.5, { confidence: 2_000_000_000n })],
  ])('is attested with %s, and says why', async (_, samples) => {
    const { condition, baseline, warnings } = await ask('Will SOL double?', samples);
    expect(condition.type).toBe('attested');
    expect(baseline).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('the present value cannot be read')]);
  });

  test('of a minute ago is the present one', async () => {
    const { condition } = await ask('Will SOL double?', solAt(150.5, { age: 60 }));
    expect(condition).toMatchObject({ threshold: '301' });
  });
});

test('holders are whole: at least 15.4 are at least 16, at most 12.6 at most 12', async () => {
  const about = { tokenAddress: MINT };
  const more = await ask('Will the number of holders rise by 10%?', [holdersAt(14n)], about);
  expect(more.condition).toMatchObject({ threshold: '16', relativeTo: { value: '14' } });
  const fewer = await ask('Will the number of holders drop by 10%?', [holdersAt(14n)], about);
  expect(fewer.condition).toMatchObject({ comparator: 'lte', threshold: '12' });
});

const supplyOf = (supply: bigint) =>
  sampleOf(NOW, [mintAccount(MINT, { supply, decimals: 6 })], 7n);
/** More than the value has when the market is created. */
const MANY_DIGITS = 1_234_567_890_123_456_789n;

test.each([
  ['higher', 'gt', '1234567890124', MANY_DIGITS + 1_000_000n],
  ['lower', 'lt', '1234567890123', MANY_DIGITS - 1_000_000n],
])('what has not moved is not %s than now', async (word, comparator, threshold, moved) => {
  const question = `Will the supply be ${word} than now at expiry?`;
  const { condition } = await ask(question, [supplyOf(MANY_DIGITS)], { tokenAddress: MINT });
  expect(condition).toMatchObject({ type: 'token_supply', comparator, threshold });
  const moments = { createdAt: unixSeconds(NOW), expiresAt: EXPIRY, now: unixSeconds(NOW) };
  const isMet = async (supply: bigint) =>
    (await measureCondition(condition, supplyOf(supply), moments)) as object;
  expect(await isMet(MANY_DIGITS)).toMatchObject({ value: { isMet: false } });
  expect(await isMet(moved)).toMatchObject({ value: { isMet: true } });
});

test('nothing can double from zero', async () => {
  const { condition } = await ask('Will the number of holders double?', [holdersAt(0n)], {
    tokenAddress: MINT,
  });
  expect(condition.type).toBe('attested');
});

describe('a text with relativeTo', () => {
  const compiled = () => ask('Will SOL double?', solAt(150));

  test('is known only if its threshold follows', async () => {
    const { canonical } = await compiled();
    expect(readCondition(canonical).type).toBe('price_feed');
    expect(readCondition(canonical.replace('"300"', '"301"')).type).toBe('unknown');
    expect(readCondition(canonical.replace('"times":"2"', '"times":"3"')).type).toBe('unknown');
  });

  test('with a time that cannot be one is unknown, and no error', async () => {
    const { canonical } = await compiled();
    const at = (seconds: number) => canonical.replace(/"at":\d+/, `"at":${seconds}`);
    expect(readCondition(at(253_402_300_799)).type).toBe('price_feed');
    expect(readCondition(at(253_402_300_800)).type).toBe('unknown');
    expect(readCondition(at(Number.MAX_SAFE_INTEGER)).type).toBe('unknown');
  });

  test('can be sent back as it was previewed, and is measured again', async () => {
    const { condition } = await compiled();
    const { tokenAddress: _, ...fields } = condition;
    const again = await ask('Will SOL double?', solAt(160), { condition: fields });
    expect(again.condition).toMatchObject({ threshold: '320', relativeTo: { value: '160' } });
  });

  test.each([
    ['Will SOL triple?', {}],
    ['Will SOL be above $300 at expiry?', {}],
    ['Will SOL double?', { timing: 'at_expiry' }],
    ['Will SOL double?', { relativeTo: 2 }],
  ])('is refused beside "%s" with %o', async (question, change) => {
    const { condition } = await compiled();
    const { tokenAddress: _, ...fields } = condition;
    const sent = { condition: { ...fields, ...change } };
    const refused = ask(question, solAt(150), sent);
    await expect(refused).rejects.toMatchObject({ code: 'condition_invalid' });
  });
});

test('the evidence gives the value again, and nothing if it was changed', async () => {
  const samples = solAt(150.5);
  const { condition, baseline = '' } = await ask('Will SOL rise by 20%?', samples);
  const read = readBaselineEvidence(baseline) ?? [];
  const again = await readBaseline(condition as Condition, read);
  expect(again).toMatchObject({ ok: true, value: { value: '150.5', at: NOW } });
  expect(readBaselineEvidence(`${baseline} `)).toBeUndefined();
  expect(readBaselineEvidence('{"baseline":[1]}')).toBeUndefined();
});

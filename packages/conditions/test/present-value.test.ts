// What a question leaves to the value when its market is created.
import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import type { Sample } from '../src/oracles/account-snapshot.ts';
import { readCondition } from '../src/read-condition.ts';
import { priceUpdate, sampleOf } from './oracles/support/dumps.ts';

const NOW = 1_800_000_000;

const solAt = (dollars: number): Sample[] => {
  const price = BigInt(Math.round(dollars * 1e8));
  const { feedId } = getFeed('SOL');
  return [sampleOf(NOW, [priceUpdate({ feedId, price, publishedAt: BigInt(NOW - 2) })], 7n)];
};

const ask = (question: string, samples: Sample[], condition?: object) =>
  compileCondition({
    ...{ question, tokenAddress: null, expiresAt: unixSeconds(NOW + 86_400) },
    ...{ now: unixSeconds(NOW), takeSamples: async () => samples },
    ...(condition && { condition }),
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
    ask('Will SOL reach $250?', solAt(dollars), { ...fields, comparator });

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
    const again = await ask('Will SOL reach $250?', solAt(210), sent);
    expect(again.condition).toMatchObject({ threshold: '250', relativeTo: { value: '210' } });
    const other = ask('Will SOL reach $250?', solAt(210), { ...sent, threshold: '260' });
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

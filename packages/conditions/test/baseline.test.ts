import { address } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { readBaseline, readBaselineEvidence, renderBaselineEvidence } from '../src/baseline.ts';
import { compileCondition } from '../src/compile-condition.ts';
import type { Condition } from '../src/condition.ts';
import { describeCondition } from '../src/describe-condition.ts';
import { readCondition } from '../src/read-condition.ts';
import { mintAccount, priceUpdate, sampleOf } from './oracles/support/dumps.ts';

const NOW = 1_800_000_000;
const EXPIRY = unixSeconds(NOW + 86_400);
const MINT = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');

const solAt = (price: bigint, { at = NOW, age = 2, confidence = 0n, slot = BigInt(at) } = {}) =>
  sampleOf(
    at,
    [
      priceUpdate({
        ...{ feedId: getFeed('SOL').feedId, price, confidence },
        publishedAt: BigInt(at - age),
      }),
    ],
    slot,
  );
const holdersAt = (count: bigint): Sample => ({
  ...sampleOf(NOW, [mintAccount(MINT, { supply: 10n ** 12n, decimals: 6 })], 7n),
  holders: { mint: MINT, count, minimumBaseUnits: 0n, isComplete: true },
});

const ask = (
  question: string,
  samples: readonly Sample[] | undefined,
  { tokenAddress = null as string | null, condition = undefined as unknown } = {},
) =>
  compileCondition({
    ...{ question, tokenAddress, expiresAt: EXPIRY, now: unixSeconds(NOW) },
    ...(condition !== undefined && { condition }),
    takeSamples: async () => samples,
  });

describe('a change of a price', () => {
  test('becomes a threshold, with what it was computed from', async () => {
    const samples = [solAt(15_050_000_000n)];
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
    ['a price that is too old', [solAt(15_050_000_000n, { age: 61 })]],
    ['a wide price', [solAt(15_050_000_000n, { confidence: 2_000_000_000n })]],
  ])('is attested with %s, and says why', async (_, samples) => {
    const { condition, baseline, warnings } = await ask('Will SOL double?', samples);
    expect(condition.type).toBe('attested');
    expect(baseline).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('the present value cannot be read')]);
  });

  test('of a minute ago is the present one', async () => {
    const { condition } = await ask('Will SOL double?', [solAt(15_050_000_000n, { age: 60 })]);
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

test('nothing can double from zero', async () => {
  const { condition } = await ask('Will the number of holders double?', [holdersAt(0n)], {
    tokenAddress: MINT,
  });
  expect(condition.type).toBe('attested');
});

describe('a text with relativeTo', () => {
  const compiled = () => ask('Will SOL double?', [solAt(15_000_000_000n)]);

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
    const again = await ask('Will SOL double?', [solAt(16_000_000_000n)], { condition: fields });
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
    const refused = ask(question, [solAt(15_000_000_000n)], sent);
    await expect(refused).rejects.toMatchObject({ code: 'condition_invalid' });
  });
});

describe('the evidence', () => {
  test('gives the value again, and nothing if it was changed', async () => {
    const samples = [solAt(15_050_000_000n)];
    const { condition, baseline = '' } = await ask('Will SOL rise by 20%?', samples);
    const read = readBaselineEvidence(baseline) ?? [];
    const again = await readBaseline(condition as Condition, read);
    expect(again).toMatchObject({ ok: true, value: { value: '150.5', at: NOW } });
    expect(readBaselineEvidence(`${baseline} `)).toBeUndefined();
    expect(readBaselineEvidence('{"baseline":[1]}')).toBeUndefined();
  });
});

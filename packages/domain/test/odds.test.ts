import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { readVectors, type VectorCase } from '../../../tools/test-setup/vectors.ts';
import { amount, formatTenThousandths, oddsRoundHalfUp } from '../src/index.ts';
import { amounts } from './support/arbitraries.ts';

interface OddsCase extends VectorCase {
  pools: { yes: string; no: string };
  expected: { yes: string; no: string; yesText: string; noText: string };
}

test.each(readVectors<OddsCase>('odds.json'))('vectors/odds.json: $name', ({ pools, expected }) => {
  const odds = oddsRoundHalfUp({ yes: amount(BigInt(pools.yes)), no: amount(BigInt(pools.no)) });
  expect(odds).toEqual({ yes: BigInt(expected.yes), no: BigInt(expected.no) });
  expect(formatTenThousandths(odds.yes)).toBe(expected.yesText);
  expect(formatTenThousandths(odds.no)).toBe(expected.noText);
});

const half = 2n ** 63n - 1n;

test('the odds sum to 10,000 and Yes is within half a step of the exact share', () => {
  fc.assert(
    fc.property(amounts(half), amounts(half), (yes, no) => {
      const odds = oddsRoundHalfUp({ yes, no });
      expect(odds.yes + odds.no).toBe(10_000n);
      const total = yes + no;
      fc.pre(total > 0n);
      const error = 2n * (odds.yes * total - yes * 10_000n);
      expect(-total < error && error <= total).toBe(true);
    }),
    { numRuns: count(2_000, 200_000) },
  );
});

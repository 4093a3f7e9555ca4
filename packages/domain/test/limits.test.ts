import { expect, test } from 'vitest';
import { LIMITS } from '../src/index.ts';

test('the limits are those of the design', () => {
  expect(LIMITS).toMatchObject({
    questionCharactersMin: 3,
    questionCharactersMax: 300,
    questionBytesMax: 500,
    minimumStake: { SOL: '0.0001', UTILITY: '0.001' },
    feeBpsSumMax: 2_000,
    marketDurationSecondsMax: 315_360_000,
    refundDelaySecondsDefault: 86_400,
    refundDelaySecondsMax: 2_592_000,
    betIdMax: 4_294_967_295,
    pageSizeMin: 1,
    pageSizeMax: 100,
    pageSizeDefault: 20,
    idempotencyKeyCharactersMax: 255,
    nonceCharactersMin: 16,
    nonceCharactersMax: 64,
    signatureAgeSecondsMax: 300,
  });
});

test('numbers are safe integers, so that no limit is rounded', () => {
  for (const value of Object.values(LIMITS)) {
    if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true);
  }
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkMarketTimes,
  defaultClosesAt,
  defaultRefundAt,
  LIMITS,
  unixSeconds,
} from '../src/index.ts';
import { count } from './support/counts.ts';
import { refusalOf } from './support/refusals.ts';
import { readVectors, type VectorCase } from './support/vectors.ts';

interface TimesCase extends VectorCase {
  kind: string;
  now: string;
  closesAt: string;
  expiresAt: string;
  refundAt: string;
  expected?: string;
  error?: string;
}

const cases = readVectors<TimesCase>('times.json');
const ofKind = (kind: string) => cases.filter((vector) => vector.kind === kind);
const at = (text: string) => unixSeconds(BigInt(text));

describe('vectors/times.json', () => {
  test.each(ofKind('create'))('$name', (vector) => {
    const times = {
      closesAt: at(vector.closesAt),
      expiresAt: at(vector.expiresAt),
      refundAt: at(vector.refundAt),
    };
    const action = () => checkMarketTimes(times, at(vector.now));
    if (vector.error !== undefined) expect(refusalOf(action)).toBe(vector.error);
    else expect(action()).toBe(times);
  });

  test.each(ofKind('defaultClosesAt'))('$name', ({ now, expiresAt, expected }) => {
    expect(defaultClosesAt(at(now), at(expiresAt))).toBe(Number(expected));
  });

  test.each(ofKind('defaultRefundAt'))('$name', ({ expiresAt, expected }) => {
    expect(defaultRefundAt(at(expiresAt))).toBe(Number(expected));
  });
});

test('the default times of any allowed duration are allowed', () => {
  const durations = fc.integer({ min: 1, max: LIMITS.marketDurationSecondsMax });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), durations, (start, duration) => {
      const now = unixSeconds(start);
      const expiresAt = unixSeconds(start + duration);
      const closesAt = defaultClosesAt(now, expiresAt);
      const refundAt = defaultRefundAt(expiresAt);
      expect(() => checkMarketTimes({ closesAt, expiresAt, refundAt }, now)).not.toThrow();
      expect(expiresAt - closesAt).toBeLessThanOrEqual(60);
    }),
    { numRuns: count(1_000, 100_000) },
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { readVectors, type VectorCase } from '../../../tools/test-setup/vectors.ts';
import {
  checkMarketTimes,
  defaultClosesAt,
  defaultRefundAt,
  LIMITS,
  unixSeconds,
} from '../src/index.ts';
import { refusalOf } from './support/refusals.ts';

interface TimesCase extends VectorCase {
  kind: string;
  now: string;
  closesAt: string;
  expiresAt: string;
  refundAt: string;
  leadSeconds?: string;
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
    const action = () => checkMarketTimes(times, at(vector.now), Number(vector.leadSeconds ?? 0));
    if (vector.error !== undefined) expect(refusalOf(action)).toBe(vector.error);
    else expect(action()).toBe(times);
  });

  test.each(ofKind('defaultClosesAt'))('$name', ({ expiresAt, leadSeconds, expected }) => {
    expect(defaultClosesAt(at(expiresAt), Number(leadSeconds))).toBe(Number(expected));
  });

  test.each(ofKind('defaultRefundAt'))('$name', ({ expiresAt, expected }) => {
    expect(defaultRefundAt(at(expiresAt))).toBe(Number(expected));
  });
});

test('the default times of any allowed duration and lead are allowed', () => {
  const leads = fc.integer({ min: 0, max: 300 });
  const longer = fc.integer({ min: 0, max: LIMITS.marketDurationSecondsMax - 600 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), leads, longer, (start, lead, more) => {
      const now = unixSeconds(start);
      const expiresAt = unixSeconds(start + Math.max(1, 2 * lead) + more);
      const closesAt = defaultClosesAt(expiresAt, lead);
      const refundAt = defaultRefundAt(expiresAt);
      expect(() => checkMarketTimes({ closesAt, expiresAt, refundAt }, now, lead)).not.toThrow();
      expect(expiresAt - closesAt).toBe(lead);
    }),
    { numRuns: count(1_000, 100_000) },
  );
});

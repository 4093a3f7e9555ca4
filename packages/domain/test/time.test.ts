import { expect, test } from 'vitest';
import { addSeconds, formatInstant, type UnixSeconds, unixSeconds } from '../src/index.ts';

test('accepts whole seconds from 1970 to the end of 9999, as number or bigint', () => {
  expect(unixSeconds(0)).toBe(0);
  expect(unixSeconds(1_800_000_000n)).toBe(1_800_000_000);
  expect(unixSeconds(253_402_300_799)).toBe(253_402_300_799);
  for (const value of [-1, 1.5, Number.NaN, 253_402_300_800, 2n ** 63n, -1n]) {
    expect(() => unixSeconds(value)).toThrow(RangeError);
  }
});

test('formats a time in UTC without a fraction', () => {
  expect(formatInstant(unixSeconds(0))).toBe('1970-01-01T00:00:00Z');
  expect(formatInstant(unixSeconds(1_800_000_000))).toBe('2027-01-15T08:00:00Z');
  expect(formatInstant(unixSeconds(253_402_300_799))).toBe('9999-12-31T23:59:59Z');
});

test('adds seconds and refuses to leave the range', () => {
  expect(addSeconds(unixSeconds(10), -10)).toBe(0);
  expect(() => addSeconds(unixSeconds(10), -11)).toThrow(RangeError);
});

test('is not any number for the compiler', () => {
  const take = (at: UnixSeconds) => at;
  // @ts-expect-error a count of milliseconds is a number too
  take(1_800_000_000_000);
  expect(take(unixSeconds(1))).toBe(1);
});

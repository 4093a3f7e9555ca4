import { expect, test } from 'vitest';
import {
  addSeconds,
  describeDuration,
  describeInstant,
  formatInstant,
  joinDetails,
  splitDetails,
  type UnixSeconds,
  unixSeconds,
} from '../src/index.ts';

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

test('says a time in a sentence, in UTC', () => {
  const said = (iso: string) => describeInstant(unixSeconds(Date.parse(iso) / 1_000));
  expect(said('2026-11-17T15:34:54Z')).toBe('2026-11-17 15:34:54 UTC');
  expect(said('2027-01-01T00:00:00Z')).toBe('2027-01-01 00:00 UTC');
  expect(said('9999-12-31T23:00:59Z')).toBe('9999-12-31 23:00:59 UTC');
});

test('says a duration in the largest unit that divides it', () => {
  expect([1, 59, 60, 61, 600, 3_600, 5_400].map(describeDuration)).toEqual([
    ...['1 second', '59 seconds', '1 minute', '61 seconds', '10 minutes', '1 hour', '90 minutes'],
  ]);
  expect([86_400, 604_800, 90_000].map(describeDuration)).toEqual(['1 day', '7 days', '25 hours']);
});

test('details are two paragraphs', () => {
  const details = { rule: 'Yes if it rains.', terms: 'Exactly: 4 mm.' };
  expect(joinDetails(details)).toBe('Yes if it rains.\n\nExactly: 4 mm.');
  expect(splitDetails(joinDetails(details))).toEqual(details);
  expect(splitDetails('One.')).toEqual({ rule: 'One.', terms: '' });
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

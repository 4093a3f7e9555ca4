import { describe, expect, test } from 'vitest';
import {
  CADENCES,
  cadenceSeconds,
  countRounds,
  formatInstant,
  roundEnd,
  roundStart,
  type UnixSeconds,
  unixSeconds,
} from '../src/index.ts';

const at = (text: string) => unixSeconds(Date.parse(text) / 1_000);
const show = (moment: UnixSeconds) => formatInstant(moment).replace(':00Z', '');

test.each([
  ['1m', '2030-01-01T00:00:59Z', '2030-01-01T00:00', '2030-01-01T00:01'],
  ['5m', '2030-01-01T00:04:59Z', '2030-01-01T00:00', '2030-01-01T00:05'],
  ['15m', '2030-01-01T00:15:00Z', '2030-01-01T00:15', '2030-01-01T00:30'],
  ['4h', '2030-01-01T23:59:59Z', '2030-01-01T20:00', '2030-01-02T00:00'],
  // The clocks of Lisbon and New York change on these days. Those of UTC do not.
  ['1d', '2030-03-31T01:30:00Z', '2030-03-31T00:00', '2030-04-01T00:00'],
  ['1d', '2030-03-10T07:00:00Z', '2030-03-10T00:00', '2030-03-11T00:00'],
  // A Sunday, and the Monday after it.
  ['1w', '2030-01-06T23:59:59Z', '2029-12-31T00:00', '2030-01-07T00:00'],
  ['1w', '2030-01-07T00:00:00Z', '2030-01-07T00:00', '2030-01-14T00:00'],
  ['1mo', '2029-12-31T23:59:59Z', '2029-12-01T00:00', '2030-01-01T00:00'],
  ['1mo', '2030-01-31T12:00:00Z', '2030-01-01T00:00', '2030-02-01T00:00'],
  ['1mo', '2028-02-29T12:00:00Z', '2028-02-01T00:00', '2028-03-01T00:00'],
] as const)('a round of %s at %s begins at %s and ends at %s', (cadence, moment, start, end) => {
  const startsAt = roundStart(cadence, at(moment));
  expect(show(startsAt)).toBe(start);
  expect(show(roundEnd(cadence, startsAt))).toBe(end);
});

describe.each(CADENCES)('rounds of %s', (cadence) => {
  test('follow each other without a gap for two years, over the ends of years', () => {
    let start = roundStart(cadence, at('2027-12-31T23:59:30Z'));
    const first = start;
    const rounds = Math.min(500, Math.ceil((2 * 366 * 86_400) / cadenceSeconds(cadence)));
    for (let index = 1; index <= rounds; index += 1) {
      const end = roundEnd(cadence, start);
      expect(roundStart(cadence, start, 1)).toBe(end);
      expect(roundStart(cadence, end, -1)).toBe(start);
      expect(roundStart(cadence, unixSeconds(end - 1))).toBe(start);
      expect(end - start).toBeLessThanOrEqual(cadenceSeconds(cadence));
      start = end;
    }
    expect(countRounds(cadence, first, start)).toBe(rounds);
    expect(roundStart(cadence, first, rounds)).toBe(start);
  });
});

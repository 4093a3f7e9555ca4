import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantsAt, toInstant, toLocalInput } from '../src/format/local-input.ts';

const { TZ } = process.env;
beforeAll(() => {
  process.env.TZ = 'America/New_York';
});
afterAll(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

test.each([
  ['in winter', '2027-03-13T12:00', '2027-03-13T17:00:00Z'],
  ['after clocks went forward', '2027-03-14T12:00', '2027-03-14T16:00:00Z'],
  ['with seconds', '2027-07-01T00:00:05', '2027-07-01T04:00:05Z'],
])('%s', (_, text, instant) => {
  expect(toInstant(text)).toBe(instant);
  expect(toLocalInput(instant)).toBe(text);
});

test('a time that clocks skip is none, and the one after it is taken', () => {
  expect(instantsAt('2027-03-14T02:30')).toEqual([]);
  expect(toInstant('2027-03-14T02:30')).toBe('2027-03-14T07:30:00Z');
});

test('a time that clocks show twice is two instants', () => {
  const twice = instantsAt('2027-11-07T01:30').map((each) => new Date(each).toISOString());
  expect(twice).toEqual(['2027-11-07T05:30:00.000Z', '2027-11-07T06:30:00.000Z']);
  expect(instantsAt('2027-11-07T01:30:00')).toHaveLength(2);
});

test.each(['', 'soon', '2027-02-30'])('%j is no time', (text) => {
  expect(toInstant(text) ?? '').not.toContain('2027-02-30');
  expect(instantsAt('soon')).toEqual([]);
});

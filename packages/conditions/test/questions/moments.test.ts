// What is said of the time that a question names, where the expiry of its market leaves it open.
// questions/exact/times.txt has how times are read.
import { formatInstant, unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import { proposeExpiry } from '../../src/questions/find-moments.ts';
import { warnOfTimes } from '../../src/questions/warnings.ts';

const at = (instant: string) => unixSeconds(Date.parse(instant) / 1_000);

/** The type of the condition, and the warnings about its times. It is asked on a Monday. */
function read(says: string, expireAt: string) {
  const question = `Will SOL ${says}?`;
  const times = { expiresAt: at(expireAt), now: at('2026-12-14T09:00:00Z') };
  const input = { question, tokenAddress: null, ...times };
  return [compileQuestion(input).fields.type, warnOfTimes(input)];
}

test.each([
  ['before Friday', '2026-12-15T00:00:00Z', '2026-12-15 00:00'],
  ['before Friday', '2026-12-17T23:58:59Z', '2026-12-17 23:58:59'],
  ['by Friday', '2026-12-17T23:59:59Z', '2026-12-17 23:59:59'],
  ['by December 31', '2026-12-30T09:59:59Z', '2026-12-30 09:59:59'],
  ['by December 31, 2027', '2026-12-31T23:59:59Z', '2026-12-31 23:59:59'],
  ['by 2026-12-31', '2026-12-15T00:00:00Z', '2026-12-15 00:00'],
])('%s is later than %s: measured until the expiry, with a warning', (moment, expireAt, until) => {
  const shown = moment.toLowerCase().replace(',', '');
  const warning = `The question says "${shown}", but only what happens until ${until} UTC counts.`;
  expect(read(`reach $250 ${moment}`, expireAt)).toEqual(['price_feed', [warning]]);
});

test.each([
  // A time without a zone is UTC, a date that has passed this year is next year's.
  [
    'on December 31 at 5pm',
    '2026-12-31T17:00:00Z',
    'The question names no time zone ("on december 31 at 5pm"): UTC is taken.',
  ],
  [
    'on March 1',
    '2027-03-02T00:00:00Z',
    'The question names no year ("on march 1"): 2027 is taken.',
  ],
  ['on March 1, 2027', '2027-03-02T00:00:00Z', undefined],
  ['on December 31', '2027-01-01T00:00:00Z', undefined],
])('%s is taken for %s, with the warning %j', (moment, expireAt, warning) => {
  const warnings = warning === undefined ? [] : [warning];
  expect(read(`be above $250 ${moment}`, expireAt)).toEqual(['price_feed', warnings]);
});

test('what cannot be measured says why', () => {
  expect(read('be above $250 on December 31', '2026-12-30T12:00:00Z')).toEqual([
    'attested',
    ['The question says "on december 31", but the market ends at 2026-12-30 12:00 UTC.'],
  ]);
  const unclear = ['attested', [expect.stringContaining('"on 05/12"')]];
  expect(read('be above $250 on 05/12', '2026-12-05T12:00:00Z')).toEqual(unclear);
});

const NOW = unixSeconds(Date.parse('2026-11-15T16:30:00Z') / 1_000);

test.each([
  ['Will SOL reach $250 before Dec 1?', '2026-12-01T00:00:00Z'],
  ['Will SOL reach $250 by Dec 1?', '2026-12-02T00:00:00Z'],
  ['Will SOL be above $250 on Dec 1 at 5pm ET?', '2026-12-01T22:00:00Z'],
  ['Will SOL reach $250 within 24 hours?', '2026-11-16T16:30:00Z'],
  ['Will SOL reach $250 by the end of the year?', '2027-01-01T00:00:00Z'],
  ['Will it rain on Monday?', '2026-11-17T00:00:00Z'],
  ['Will it rain by 8am UTC?', '2026-11-16T08:00:00Z'],
])('%s: %s', (question, expected) => {
  const proposed = proposeExpiry(question, NOW);
  expect(proposed && formatInstant(proposed)).toBe(expected);
});

test.each([
  'Will SOL reach $250?',
  'Will SOL be above $250 at expiry?',
  'Will it rain on Nov 31?',
  'Will it rain by December 31, 2020?',
])('%s names none', (question) => {
  expect(proposeExpiry(question, NOW)).toBeUndefined();
});

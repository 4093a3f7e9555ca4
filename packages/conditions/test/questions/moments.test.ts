// The time that a question names and the expiry of its market: the same, sooner, or another.
import { describeInstant, unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import { warnOfTimes } from '../../src/questions/warn-of-times.ts';

const at = (instant: string) => unixSeconds(Date.parse(instant) / 1_000);
/** A Monday. */
const NOW = '2026-12-14T09:00:00Z';

function read(says: string, moment: string, expireAt: string, now: string) {
  const question = `Will SOL ${says} $250 ${moment}?`;
  const input = { question, tokenAddress: null, expiresAt: at(expireAt), now: at(now) };
  const { fields, warnings } = compileQuestion(input);
  return { type: fields.type, timing: fields.timing, warnings, times: warnOfTimes(input) };
}

const reach = (moment: string, expireAt: string, now = NOW) => read('reach', moment, expireAt, now);
const beAbove = (moment: string, expireAt: string, now = NOW) =>
  read('be above', moment, expireAt, now);

describe('until a moment', () => {
  test.each([
    ['before Friday', '2026-12-18T00:00:00Z'],
    ['before Friday', '2026-12-17T23:59:00Z'],
    ['by friday', '2026-12-18T00:00:00Z'],
    ['by friday', '2026-12-18T18:00:00Z'],
    ['by friday', '2026-12-19T00:00:00Z'],
    ['by December 31', '2026-12-31T23:59:59Z'],
    ['by December 31', '2027-01-01T00:00:00Z'],
    ['before Dec 31st, 2026', '2026-12-31T00:00:00Z'],
    ['by 31 December 2026', '2026-12-31T12:00:00Z'],
    ['by the 31st of December', '2026-12-31T12:00:00Z'],
    ['by 2026-12-31', '2026-12-31T12:00:00Z'],
    ['by 2026-12-31T17:00Z', '2026-12-31T17:00:00Z'],
    ['by Feb 29', '2028-02-29T12:00:00Z', '2027-06-01T00:00:00Z'],
    ['before 2027', '2027-01-01T00:00:00Z'],
    ['by 2027', '2026-12-31T23:59:59Z'],
    ['by the end of 2026', '2026-12-31T23:59:59Z'],
    ['by end of year', '2026-12-31T23:59:59Z'],
    ['by EOY', '2027-01-01T00:00:00Z'],
    ['before the end of the month', '2026-12-31T23:59:59Z'],
    ['by the end of March', '2027-03-31T20:00:00Z'],
    ['by March', '2027-03-01T00:00:00Z'],
    ['before March 2027', '2027-03-01T00:00:00Z'],
    ['by end of day', '2026-12-14T23:59:59Z'],
    ['today', '2026-12-14T23:59:59Z'],
    ['by tomorrow', '2026-12-15T23:59:59Z'],
    ['this week', '2026-12-18T18:00:00Z'],
    ['this week', '2026-12-21T00:00:00Z'],
    ['this month', '2027-01-01T00:00:00Z'],
    ['within 24 hours', '2026-12-15T09:00:00Z'],
    ['in the next week', '2026-12-21T09:00:00Z'],
    ['in 30 minutes', '2026-12-14T09:30:00Z'],
    ['within two days', '2026-12-16T09:00:00Z'],
    ['in 2026', '2026-12-31T23:59:59Z'],
    ['by next Friday', '2026-12-25T12:00:00Z'],
    ['before expiry', '2026-12-14T09:30:00Z'],
    ['by 5pm UTC', '2026-12-14T17:00:00Z'],
    ['by 5pm ET', '2026-12-14T22:00:00Z'],
    ['by 8am UTC', '2026-12-15T08:00:00Z'],
    ['by December 31 at 11pm PST', '2027-01-01T07:00:00Z'],
    ['', '2026-12-14T09:30:00Z'],
  ])('%s is %s', (moment, expireAt, now?: string) => {
    const expected = { type: 'price_feed', timing: 'any_time_before', warnings: [] };
    expect(reach(moment, expireAt, now)).toMatchObject(expected);
  });

  test.each([
    ['before Friday', '2026-12-15T00:00:00Z'],
    ['before Friday', '2026-12-17T23:58:59Z'],
    ['by Friday', '2026-12-17T23:59:59Z'],
    ['by December 31', '2026-12-30T09:59:59Z'],
    ['by December 31, 2027', '2026-12-31T23:59:59Z'],
    ['by 2026-12-31', '2026-12-15T00:00:00Z'],
  ])('%s is later than %s: measured until the expiry, with a warning', (moment, expireAt) => {
    const { type, times } = reach(moment, expireAt);
    const shown = moment.toLowerCase().replace(',', '');
    const until = describeInstant(at(expireAt));
    expect([type, times[0]]).toEqual([
      'price_feed',
      `The question says "${shown}", but only what happens until ${until} counts.`,
    ]);
  });

  test.each([
    ['before Friday', '2026-12-18T00:00:01Z'],
    ['by Friday', '2026-12-19T00:00:01Z'],
    ['by December 31', '2027-01-15T00:00:00Z'],
    ['by February 30', '2027-03-02T00:00:00Z'],
    ['by Nov 31', '2027-12-01T00:00:00Z'],
    ['before 2027', '2027-06-01T00:00:00Z'],
    ['by 2040', '2026-12-31T23:59:59Z'],
    ['by May', '2026-12-31T23:59:59Z'],
    ['by March', '2027-03-31T00:00:00Z'],
    ['by the end of the year', '2026-12-20T23:59:59Z'],
    ['by the end of March', '2027-03-15T00:00:00Z'],
    ['by tonight', '2026-12-20T00:00:00Z'],
    ['today', '2026-12-20T00:00:00Z'],
    ['this week', '2026-12-17T23:59:59Z'],
    ['this week', '2026-12-31T00:00:00Z'],
    ['this year', '2026-12-15T00:00:00Z'],
    ['within 24 hours', '2026-12-17T09:00:00Z'],
    ['in 30 minutes', '2026-12-14T10:00:00Z'],
    ['in 2026', '2026-12-15T00:00:00Z'],
    ['by 5pm', '2026-12-14T17:01:00Z'],
    ['by December 31 at 11pm PST', '2026-12-31T23:00:00Z'],
    ['by December 31 at 25:00', '2026-12-31T23:00:00Z'],
    ['by December 31 at 13pm', '2026-12-31T13:00:00Z'],
  ])('%s is another time than %s: attested, with a warning', (moment, expireAt) => {
    const { type, warnings } = reach(moment, expireAt);
    expect([type, warnings]).toEqual(['attested', [expect.stringContaining('oracle attests')]]);
  });
});

describe('at a moment', () => {
  test.each([
    ['on December 31', '2026-12-31T00:00:00Z'],
    ['on December 31', '2027-01-01T00:00:00Z'],
    ['on Friday', '2026-12-18T12:00:00Z'],
    ['on Monday', '2026-12-14T12:00:00Z'],
    ['on Monday', '2026-12-21T12:00:00Z'],
    ['on December 31 at 5pm ET', '2026-12-31T22:00:00Z'],
    ['on July 1 at 5pm ET', '2027-07-01T21:00:00Z'],
    ['on July 1 2027 at 5pm EDT', '2027-07-01T21:00:00Z'],
    ['at 17:00 CET on December 31', '2026-12-31T16:00:00Z'],
    ['on December 31 at noon UTC', '2026-12-31T12:00:00Z'],
    ['on December 31 at 5:30 pm UTC+5:30', '2026-12-31T12:00:00Z'],
    ['on December 31 at 17:00 Europe/Berlin', '2026-12-31T16:00:00Z'],
    ['on July 1 at 17:00 Europe/Berlin', '2027-07-01T15:00:00Z'],
    ['on December 31 ET', '2027-01-01T04:00:00Z'],
    ['tomorrow', '2026-12-15T18:00:00Z'],
    ['in 4 days', '2026-12-18T09:00:00Z'],
  ])('%s is %s', (moment, expireAt) => {
    const expected = { type: 'price_feed', timing: 'at_expiry', warnings: [] };
    expect(beAbove(moment, expireAt)).toMatchObject(expected);
  });

  test.each([
    ['on December 31', '2026-12-30T23:59:59Z'],
    ['on December 31', '2027-01-01T00:00:01Z'],
    ['on Monday', '2026-12-28T12:00:00Z'],
    ['on December 31 at 5pm ET', '2026-12-31T17:00:00Z'],
    ['on December 31 at 5pm ET', '2026-12-31T22:01:00Z'],
    ['on July 1 at 5pm EST', '2027-07-01T22:00:00Z'],
    ['on July 1 at 5pm EST', '2027-07-01T21:00:00Z'],
    ['on December 31 at 5pm CST', '2026-12-31T23:00:00Z'],
    ['on December 31 at 5pm Mars/Base', '2026-12-31T17:00:00Z'],
    ['on December 31 at 5pm UTC+25', '2026-12-31T17:00:00Z'],
    ['on December 31 ET', '2026-12-31T00:00:00Z'],
    ['tomorrow', '2026-12-16T18:00:00Z'],
    ['in 4 days', '2026-12-25T09:00:00Z'],
  ])('%s is another time than %s', (moment, expireAt) => {
    const { type, warnings } = beAbove(moment, expireAt);
    expect([type, warnings]).toEqual(['attested', [expect.stringContaining('oracle attests')]]);
  });

  test('a time without a zone is UTC, and says so', () => {
    const { type, times } = beAbove('on December 31 at 5pm', '2026-12-31T17:00:00Z');
    const warning = 'The question names no time zone ("on december 31 at 5pm"): UTC is taken.';
    expect([type, times]).toEqual(['price_feed', [warning]]);
  });

  test('the warning names both moments', () => {
    const { times } = beAbove('on December 31', '2026-12-30T12:00:00Z');
    expect(times).toEqual([
      'The question says "on december 31", but the market ends at 2026-12-30 12:00 UTC.',
    ]);
  });

  test('a date that has passed this year is next year’s, and says so', () => {
    const { type, times } = beAbove('on March 1', '2027-03-02T00:00:00Z');
    const warning = 'The question names no year ("on march 1"): 2027 is taken.';
    expect([type, times]).toEqual(['price_feed', [warning]]);
    expect(beAbove('on March 1, 2027', '2027-03-02T00:00:00Z').times).toEqual([]);
    expect(beAbove('on December 31', '2027-01-01T00:00:00Z').times).toEqual([]);
  });

  test('a time that is not clear says why', () => {
    const { type, times } = beAbove('on 05/12', '2026-12-05T12:00:00Z');
    expect([type, times]).toEqual(['attested', [expect.stringContaining('"on 05/12"')]]);
  });
});

test.each(['before Friday', 'by Friday'])('a close %s may be any of several', (moment) => {
  const { type } = read('close above', moment, '2026-12-19T00:00:00Z', NOW);
  expect(type).toBe('attested');
  expect(read('close above', 'on Friday', '2026-12-19T00:00:00Z', NOW).type).toBe('price_feed');
});

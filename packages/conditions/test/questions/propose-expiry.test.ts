import { formatInstant, unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { proposeExpiry } from '../../src/questions/propose-expiry.ts';

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

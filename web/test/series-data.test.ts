import type { FeedItem, SeriesDetail } from '@tote/sdk';
import { expect, test } from 'vitest';
import {
  cadenceWords,
  changesSeries,
  findStreak,
  mergeResults,
  RESULTS,
  type SeriesData,
  startsAsTarget,
  titleOf,
} from '../src/screens/series/series-data.ts';

const ends = (minute: number) => `2026-11-18T20:${String(minute).padStart(2, '0')}:00Z`;

test.each([
  ['won', 1, 0, 1],
  ['lost', 0, 1, 0],
  ['won won lost won', 3, 1, 2],
  ['lost won won', 2, 1, 0],
  // Open positions are not decided, and a refund does not end a streak.
  ['open closed won refunded won lost', 2, 1, 2],
])('of "%s" %i are won and %i lost, %i in a row', (statuses, won, lost, inRow) => {
  const own = statuses.split(' ').map((status) => ({ status }));
  expect(findStreak(own as Parameters<typeof findStreak>[0])).toEqual({ won, lost, inRow });
});

test.each(['', 'open', 'refunded', 'open closed refunded'])('"%s" is no streak', (statuses) => {
  const own = statuses.split(' ').map((status) => ({ status }));
  expect(findStreak(own as Parameters<typeof findStreak>[0])).toBeUndefined();
});

test('results are what is being decided, then what is decided, and nothing that never was', () => {
  const times = (minute: number) => ({
    ...{ startsAt: ends(minute - 5), expireAt: ends(minute), bettingClosesAt: ends(minute - 5) },
  });
  const rounds = [
    { ...times(30), state: 'proposed', marketId: 'd', winningOutcome: null },
    { ...times(25), state: 'closed', marketId: 'c', winningOutcome: null },
    { ...times(20), state: 'missed', marketId: null, winningOutcome: null },
    { ...times(15), state: 'resolved', marketId: 'b', winningOutcome: 'Yes' },
  ] as const;
  const decided = [
    // Decided between the two reads.
    { id: 'c', expireAt: ends(25), winningOutcome: 'No' },
    { id: 'b', expireAt: ends(15), winningOutcome: 'Yes' },
    { id: 'a', expireAt: ends(0) },
  ] as const;
  expect(mergeResults(rounds, decided)).toEqual([
    { marketId: 'd', endsAt: ends(30), winner: undefined },
    { marketId: 'c', endsAt: ends(25), winner: 'No' },
    { marketId: 'b', endsAt: ends(15), winner: 'Yes' },
    { marketId: 'a', endsAt: ends(0), winner: null },
  ]);
  const many = Array.from({ length: RESULTS }, (_, index) => ({
    ...{ id: `${index}`, expireAt: ends(index), winningOutcome: 'Yes' as const },
  }));
  expect(mergeResults(rounds, many)).toHaveLength(RESULTS);
});

test('the page is read again for its own rounds, and for what becomes of the own bets', () => {
  const data = {
    ...{ series: { id: 'series_1' } as SeriesDetail, current: undefined, next: undefined },
    ...{ results: [{ marketId: 'a', endsAt: ends(0), winner: undefined }], own: [] },
  } satisfies SeriesData;
  const event = (type: string, marketId: string, more: object = {}) =>
    changesSeries(data, { type, marketId, data: more } as FeedItem, 'me');
  expect(event('market.created', 'new', { series: 'series_1' })).toBe(true);
  expect(event('market.created', 'new', { series: 'series_2' })).toBe(false);
  expect(event('market.created', 'new')).toBe(false);
  expect(event('market.resolved', 'a')).toBe(true);
  expect(event('market.resolved', 'b')).toBe(false);
  expect(event('odds.changed', 'a')).toBe(false);
  expect(event('position.settled', 'a', { wallet: 'me' })).toBe(true);
  expect(event('position.settled', 'a', { wallet: 'another' })).toBe(false);
});

test.each([
  ['1m', 'every minute'],
  ['5m', 'every 5 minutes'],
  ['1h', 'every hour'],
  ['12h', 'every 12 hours'],
  ['1d', 'every day'],
  ['1w', 'every week'],
  ['1mo', 'every month'],
])('%s is %s', (cadence, words) => expect(cadenceWords(cadence)).toBe(words));

test('the title has no times', () => {
  expect(titleOf('Will SOL be higher at {end} than at {start}?')).toBe(
    'Will SOL be higher at the end than at the start?',
  );
});

test.each([
  [{ type: 'change', times: '1' }, true],
  [{ type: 'change', plus: '0', from: '{start}' }, true],
  [{ type: 'change', times: '1.2' }, false],
  [{ type: 'change', plus: '5' }, false],
  [{ type: 'change', times: '1', from: 1_893_452_400 }, false],
  [{ type: 'price_feed', times: '1' }, false],
  [null, false],
])('of %j the target is the value at the start: %s', (condition, expected) =>
  expect(startsAsTarget(condition)).toBe(expected),
);

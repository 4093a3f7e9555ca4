import type { FeedItem, MarketSummary } from '@tote/sdk';
import { describe, expect, test } from 'vitest';
import { applyEvent, type MarketList, oneRoundEach } from '../src/screens/markets/apply-event.ts';
import { isNewIn } from '../src/screens/markets/list-query.ts';

const MARKET = {
  id: 'market_1',
  currency: 'SOL',
  status: 'open',
  odds: { Yes: 0.5, No: 0.5 },
  totalVolume: '0',
  bettingOpen: true,
} as MarketSummary;

const LIST: MarketList = Object.assign([MARKET], { nextCursor: 'next' });

const event = (type: string, data: object, marketId = 'market_1') =>
  ({ id: '1', type, marketId, data, at: '' }) as FeedItem;

describe('an event', () => {
  test('changes odds and pool of its market, with every digit', () => {
    const odds = { Yes: 0.6, No: 0.4 };
    const totalStake = { Yes: '12345678901.123456789', No: '0.000000001' };
    const list = applyEvent(LIST, event('odds.changed', { odds, totalStake }));
    expect(list[0]).toMatchObject({ odds, totalVolume: '12345678901.12345679' });
    expect(list.nextCursor).toBe('next');
  });

  test.each([
    ['market.closed', {}, { status: 'open', bettingOpen: false }],
    [
      'market.resolved',
      { winningOutcome: 'No' },
      { status: 'resolved', bettingOpen: false, winningOutcome: 'No', refunded: false },
    ],
    [
      'market.refunded',
      { winningOutcome: 'Yes', refundReason: 'nobody_won' },
      { status: 'resolved', bettingOpen: false, refunded: true },
    ],
  ])('%s changes the state', (type, data, expected) => {
    expect(applyEvent(LIST, event(type, data))[0]).toMatchObject(expected);
  });

  test('of another market, or of another kind, changes nothing', () => {
    expect(applyEvent(LIST, event('market.closed', {}, 'market_2'))).toBe(LIST);
    expect(applyEvent(LIST, event('bet.confirmed', {}))).toBe(LIST);
  });
});

describe('a new market', () => {
  const created = event('market.created', {
    question: 'Will it rain in Porto, or snow?',
    currency: 'SOL',
    tokenAddress: null,
    creator: 'alice',
    mismatch: false,
  });

  test.each([
    ['', true],
    ['sort=volume', true],
    ['status=open', true],
    ['status=resolved', false],
    ['currency=SOL', true],
    ['currency=UTILITY', false],
    ['creator=alice&q=PORTO rain', true],
    ['q=port', false],
    ['tokenAddress=So111', false],
    ['decidedBy=fact', false],
  ])('belongs to the list "%s": %s', (query, expected) => {
    expect(isNewIn(new URLSearchParams(query), created)).toBe(expected);
  });

  test('that is not listed belongs to none', () => {
    const data = { ...created.data, mismatch: true };
    expect(isNewIn(new URLSearchParams(), { ...created, data } as FeedItem)).toBe(false);
  });
});

test('of each series only the round is listed that starts next, until it starts', () => {
  const round = (id: string, series: string, expireAt: string, bettingOpen = true) =>
    ({ ...MARKET, id, series, expireAt, bettingOpen }) as MarketSummary;
  const rounds = [
    round('5', 'a', '2026-11-18T20:15:00Z'),
    round('4', 'b', '2026-11-18T20:20:00Z'),
    round('3', 'a', '2026-11-18T20:10:00Z'),
    round('2', 'a', '2026-11-18T20:05:00Z', false),
  ];
  const idsOf = (list: readonly MarketSummary[]) => oneRoundEach(list).map(({ id }) => id);
  expect(idsOf([...rounds, MARKET])).toEqual(['4', '3', 'market_1']);
  const started = rounds.map((each) => (each.id === '3' ? { ...each, bettingOpen: false } : each));
  expect(idsOf([...started, MARKET])).toEqual(['5', '4', 'market_1']);
});

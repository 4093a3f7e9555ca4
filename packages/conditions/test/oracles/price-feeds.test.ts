import { getFeed, PRICE_FEEDS } from '@tote/conditions/oracles/price-feeds';
import { formatDecimal, unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compileCondition } from '../../src/compile-condition.ts';
import { PYTH_OFFSETS } from '../../src/oracles/layouts/pyth-price-update.ts';

/**
 * The strike, in units of the feed, up to which the floor bounds the confidence and not a hundredth
 * of the strike. These numbers cannot change: the bound is in the clauses of markets on chain, and
 * with another one all of them with a lower strike would be mismatches.
 */
const STRIKES: readonly (readonly [symbol: string, units: bigint])[] = [
  ['SOL', 50_00000000n],
  ['BTC', 20_000_00000000n],
  ['ETH', 1_000_00000000n],
  ['BNB', 300_00000000n],
  ['XRP', 1_00000000n],
  ['DOGE', 10000000n],
  ['ADA', 50000000n],
  ['AVAX', 10_00000000n],
  ['LINK', 10_00000000n],
  ['SUI', 2_00000000n],
  ['LTC', 50_00000000n],
  ['JUP', 30000000n],
  ['JTO', 1_00000000n],
  ['PYTH', 10000000n],
  ['WIF', 50000000n],
  ['BONK', 200000n],
];

async function confidenceMax(feed: string, units: bigint): Promise<bigint | undefined> {
  const threshold = formatDecimal(units, -getFeed(feed).exponent);
  const condition = { type: 'price_feed', feed, comparator: 'gt', threshold, timing: 'at_expiry' };
  const expiresAt = unixSeconds(1_900_000_000);
  const asked = { question: '?', tokenAddress: null, expiresAt, condition };
  const { decider } = await compileCondition(asked);
  if (!('clauses' in decider)) throw new Error('it is not a fact');
  const bound = decider.clauses.find(({ offset }) => offset === PYTH_OFFSETS.confidence);
  return bound && 'value' in bound ? (bound.value as bigint) : undefined;
}

test('every feed has a strike', () => {
  expect(STRIKES.map(([symbol]) => symbol)).toEqual(PRICE_FEEDS.map(({ symbol }) => symbol));
});

test.each(STRIKES)(
  '%s: the confidence is bounded by the floor up to %s units',
  async (feed, at) => {
    const floor = at / 100n;
    expect(await confidenceMax(feed, 1n)).toBe(floor);
    expect(await confidenceMax(feed, at)).toBe(floor);
    expect(await confidenceMax(feed, at + 100n)).toBe(floor + 1n);
  },
);

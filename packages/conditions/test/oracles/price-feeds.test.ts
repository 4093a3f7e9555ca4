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
  ...`
    FARTCOIN 50000000, PEPE 50000, SHIB 100000, FLOKI 500000, DOT 300000000,
    ATOM 300000000, BCH 30000000000, APT 300000000, ARB 30000000, SEI 20000000, TIA 100000000,
    INJ 1000000000, HBAR 10000000, FIL 200000000, AAVE 10000000000, CRV 50000000,
    ZEC 10000000000, ONDO 50000000, LDO 100000000, WLD 100000000, PENDLE 300000000, GRT 10000000,
    DYDX 50000000, GMX 1000000000, ALGO 20000000, PAXG 200000000000, XAU 2000000, XAG 2000000,
    EUR 100000, GBP 100000, AUD 50000`
    .split(',')
    .map((row) => row.trim().split(' '))
    .map(([symbol = '', units = '']) => [symbol, BigInt(units)] as const),
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

test('no two feeds have the same id or name', () => {
  const names = PRICE_FEEDS.flatMap((feed) => [feed.symbol.toLowerCase(), ...feed.names]);
  expect(new Set(names).size).toBe(names.length);
  const ids = new Set(PRICE_FEEDS.map(({ feedId }) => feedId));
  expect(ids.size).toBe(PRICE_FEEDS.length);
  expect([...ids].every((id) => /^[0-9a-f]{64}$/.test(id))).toBe(true);
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

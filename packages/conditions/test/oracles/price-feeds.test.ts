import { getFeed, PRICE_FEEDS } from '@tote/conditions/oracles/price-feeds';
import { formatDecimal, unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { count } from '../../../../tools/test-setup/stage.ts';
import { compileCondition } from '../../src/compile-condition.ts';
import { PYTH_OFFSETS } from '../../src/oracles/layouts/pyth-price-update.ts';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import { EXPIRY, evaluate } from '../support/hour.ts';
import { priceUpdate, sampleOf } from './support/dumps.ts';

/**
 * The strike, in units of the feed, up to which the floor bounds the confidence and not a hundredth
 * of the strike. These numbers cannot change: the bound is in the clauses of markets on chain, and
 * with another one all of them with a lower strike would be mismatches.
 */
const STRIKES: readonly (readonly [symbol: string, units: bigint])[] = `
  SOL 5000000000, BTC 2000000000000, ETH 100000000000, BNB 30000000000, XRP 100000000,
  DOGE 10000000, ADA 50000000, AVAX 1000000000, LINK 1000000000, SUI 200000000, LTC 5000000000,
  JUP 30000000, JTO 100000000, PYTH 10000000, WIF 50000000, BONK 200000, FARTCOIN 50000000,
  PEPE 50000, SHIB 100000, FLOKI 500000, DOT 300000000, ATOM 300000000, BCH 30000000000,
  APT 300000000, ARB 30000000, SEI 20000000, TIA 100000000, INJ 1000000000, HBAR 10000000,
  FIL 200000000, AAVE 10000000000, CRV 50000000, ZEC 10000000000, ONDO 50000000, LDO 100000000,
  WLD 100000000, PENDLE 300000000, GRT 10000000, DYDX 50000000, GMX 1000000000, ALGO 20000000,
  PAXG 200000000000, UNI 300000000, XLM 10000000, TRX 10000000, ICP 300000000, STX 30000000,
  IMX 30000000, SNX 50000000, XTZ 50000000, XAU 2000000, XAG 2000000, EUR 100000, GBP 100000,
  AUD 50000, NZD 50000
`
  .split(',')
  .map((row) => row.trim().split(' '))
  .map(([symbol = '', units = '']) => [symbol, BigInt(units)]);

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

const NAMES = PRICE_FEEDS.flatMap(({ symbol, names }) =>
  [symbol, ...names].map((name) => ({ symbol, name })),
);

test('no two feeds have the same id, and no two names differ only by case or spaces', () => {
  const names = NAMES.map(({ name }) => name.toLowerCase().replaceAll(' ', ''));
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

const read = (question: string) => {
  const { fields } = compileQuestion({
    ...{ question, tokenAddress: null, expiresAt: unixSeconds(EXPIRY) },
    now: unixSeconds(EXPIRY - 3_600),
  });
  return [fields.type, fields.feed, fields.other];
};

/** With how many others each feed is compared. */
const OTHERS = count(3, PRICE_FEEDS.length);

test('every name means its feed, and feeds can be compared by name', () => {
  for (const { symbol, name } of NAMES) {
    expect(read(`Will ${name} be above $1 at expiry?`)).toEqual(['price_feed', symbol, undefined]);
  }
  // A question about a metal must say how much of it is compared.
  const last = PRICE_FEEDS.filter(({ group }) => group !== 'metal').map(({ symbol, names }) => {
    return { symbol, name: names.at(-1) ?? symbol };
  });
  for (const [index, one] of last.entries()) {
    for (const other of last.slice(index + 1, index + 1 + OTHERS)) {
      const question = `Will ${one.name}'s price be above ${other.name}'s price at expiry?`;
      const wanted = ['price_ratio', one.symbol, other.symbol];
      expect([question, ...read(question)]).toEqual([question, ...wanted]);
    }
  }
});

test.each(PRICE_FEEDS)('$symbol: an update with another exponent decides nothing', async (feed) => {
  const { symbol, feedId, exponent } = feed;
  const [other = feed] = PRICE_FEEDS.filter((each) => each !== feed);
  const price = 100n * 10n ** 10n;
  const at = { publishedAt: BigInt(EXPIRY), price, confidence: 0n };
  const judge = (condition: object, said: number) => {
    const accounts = [
      priceUpdate({ ...at, feedId, exponent: said }),
      priceUpdate({ ...at, feedId: other.feedId, exponent: other.exponent, price: 1n }),
    ];
    const samples = [sampleOf(EXPIRY + 5, accounts)];
    const asked = { feed: symbol, timing: 'at_expiry', comparator: 'gt', ...condition };
    return evaluate(asked, { samples }, { tokenAddress: null, now: EXPIRY + 10 });
  };
  for (const condition of [
    { type: 'price_feed', threshold: '1' },
    { type: 'price_ratio', other: other.symbol, threshold: '1' },
  ]) {
    expect(await judge(condition, exponent)).toMatchObject({ verdict: 'met' });
    for (const said of [exponent - 1, exponent + 1]) {
      expect(await judge(condition, said)).toMatchObject({ verdict: 'unknown' });
    }
  }
});

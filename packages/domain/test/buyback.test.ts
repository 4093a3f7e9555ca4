import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Auction,
  advanceAuction,
  amount,
  auctionAfterSale,
  auctionPrice,
  CLEARING_PRICE_MAX,
  endPrice,
  findAffordableAt,
  startPrice,
  unixSeconds,
} from '../src/index.ts';
import { count } from './support/counts.ts';
import { readVectors, type VectorCase } from './support/vectors.ts';

interface BuybackCase extends VectorCase {
  kind: 'price' | 'sale';
  clearingPrice: string;
  roundStartedAt: string;
  roundSeconds: string;
  now: string;
  pricePaid: string;
  expected: Record<
    'clearingPrice' | 'roundStartedAt' | 'startPrice' | 'endPrice' | 'price',
    string
  >;
}

const cases = readVectors<BuybackCase>('buyback.json');
const ofKind = (kind: string) => cases.filter((vector) => vector.kind === kind);
const auctionOf = (vector: BuybackCase): Auction => ({
  clearingPrice: amount(BigInt(vector.clearingPrice)),
  roundStartedAt: unixSeconds(BigInt(vector.roundStartedAt)),
  roundSeconds: Number(vector.roundSeconds),
});

describe('vectors/buyback.json', () => {
  test.each(ofKind('price'))('$name', (vector) => {
    const now = unixSeconds(BigInt(vector.now));
    const auction = advanceAuction(auctionOf(vector), now);
    expect({
      clearingPrice: String(auction.clearingPrice),
      roundStartedAt: String(auction.roundStartedAt),
      startPrice: String(startPrice(auction.clearingPrice)),
      endPrice: String(endPrice(auction.clearingPrice)),
      price: String(auctionPrice(auctionOf(vector), now)),
    }).toEqual(vector.expected);
  });

  test.each(ofKind('sale'))('$name', (vector) => {
    const now = unixSeconds(BigInt(vector.now));
    const after = auctionAfterSale(auctionOf(vector), amount(BigInt(vector.pricePaid)), now);
    expect(String(after.clearingPrice)).toBe(vector.expected.clearingPrice);
    expect(String(after.roundStartedAt)).toBe(vector.expected.roundStartedAt);
  });
});

const auctions: fc.Arbitrary<Auction> = fc.record({
  clearingPrice: fc
    .oneof(fc.bigInt({ min: 1n, max: 100n }), fc.bigInt({ min: 1n, max: CLEARING_PRICE_MAX }))
    .map(amount),
  roundStartedAt: fc.constant(unixSeconds(1_800_000_000)),
  roundSeconds: fc.integer({ min: 1, max: 100_000 }),
});

test('within a round the price stays between start and end and never rises', () => {
  fc.assert(
    fc.property(auctions, fc.nat(), fc.nat(), (auction, first, second) => {
      const { clearingPrice, roundStartedAt, roundSeconds } = auction;
      const [early, late] = [first % roundSeconds, second % roundSeconds].sort((a, b) => a - b);
      const priceAfter = (elapsed = 0) =>
        auctionPrice(auction, unixSeconds(roundStartedAt + elapsed));
      expect(priceAfter(0)).toBe(startPrice(clearingPrice));
      expect(priceAfter(early) >= priceAfter(late)).toBe(true);
      expect(priceAfter(late) >= endPrice(clearingPrice)).toBe(true);
      expect(priceAfter(early) <= startPrice(clearingPrice)).toBe(true);
    }),
    { numRuns: count(1_500, 100_000) },
  );
});

test('it does not matter how often somebody looks at the auction', () => {
  fc.assert(
    fc.property(auctions, fc.nat({ max: 10_000_000 }), fc.nat(), (auction, elapsed, between) => {
      const now = unixSeconds(auction.roundStartedAt + elapsed);
      const earlier = unixSeconds(auction.roundStartedAt + (between % (elapsed + 1)));
      const looked = advanceAuction(auction, earlier);
      expect(advanceAuction(looked, now)).toEqual(advanceAuction(auction, now));
    }),
    { numRuns: count(1_500, 100_000) },
  );
});

test('the moment at which a lot is affordable is the first one', () => {
  const limits = fc.oneof(
    fc.bigInt({ min: 0n, max: 100n }),
    fc.bigInt({ min: 0n, max: 2n ** 63n }),
  );
  fc.assert(
    fc.property(auctions, limits, fc.nat({ max: 1_000_000 }), (auction, limit, elapsed) => {
      const now = unixSeconds(auction.roundStartedAt + elapsed);
      const at = findAffordableAt(auction, amount(limit), now);
      if (at === undefined) {
        expect(limit).toBeLessThan(2n);
        return;
      }
      expect(at).toBeGreaterThanOrEqual(now);
      expect(auctionPrice(auction, at) <= limit).toBe(true);
      if (at > now) expect(auctionPrice(auction, unixSeconds(at - 1)) > limit).toBe(true);
    }),
    { numRuns: count(1_500, 100_000) },
  );
});

test('the price of the design reaches half of its start after 32 seconds of a minute', () => {
  const roundStartedAt = unixSeconds(1_800_000_000);
  const auction = { clearingPrice: amount(1_000_000_000n), roundStartedAt, roundSeconds: 60 };
  const at = findAffordableAt(auction, amount(1_000_000_000n), roundStartedAt);
  expect(at).toBe(roundStartedAt + 32);
  expect(findAffordableAt(auction, amount(1n), roundStartedAt)).toBeUndefined();
  expect(findAffordableAt(auction, amount(2n), roundStartedAt)).toBeDefined();
});

test('a century of unsold rounds of one second is worked out at once', () => {
  const roundStartedAt = unixSeconds(1_000_000_000);
  const auction = { clearingPrice: CLEARING_PRICE_MAX, roundStartedAt, roundSeconds: 1 };
  const start = performance.now();
  expect(auctionPrice(auction, unixSeconds(4_200_000_000))).toBe(2n);
  expect(performance.now() - start).toBeLessThan(100);
});

test('refuses an auction that cannot be', () => {
  const roundStartedAt = unixSeconds(0);
  const priceOf = (clearingPrice: bigint, roundSeconds: number) =>
    auctionPrice(
      { clearingPrice: amount(clearingPrice), roundStartedAt, roundSeconds },
      roundStartedAt,
    );
  expect(priceOf(1n, 1)).toBe(2n);
  expect(priceOf(2n ** 62n, 1)).toBe(2n ** 63n);
  for (const price of [0n, 2n ** 62n + 1n]) expect(() => priceOf(price, 1)).toThrow(RangeError);
  for (const seconds of [0, -1, 0.5]) expect(() => priceOf(1n, seconds)).toThrow(RangeError);
});

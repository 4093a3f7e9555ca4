import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import {
  type AuctionPriceCase,
  type BuybackCase,
  readVectors,
} from '../../../tools/test-setup/vectors.ts';
import {
  type Auction,
  amount,
  auctionAfterRefill,
  auctionAfterSale,
  auctionPrice,
  auctionRound,
  CLEARING_PRICE_MAX,
  CLEARING_PRICE_MIN,
  endPrice,
  findAffordableAt,
  isRoundSold,
  startPrice,
  unixSeconds,
} from '../src/index.ts';

const cases = readVectors<BuybackCase>('buyback.json');
const auctionOf = (vector: AuctionPriceCase): Auction => ({
  clearingPrice: amount(BigInt(vector.clearingPrice)),
  roundStartedAt: unixSeconds(BigInt(vector.roundStartedAt)),
  roundSeconds: Number(vector.roundSeconds),
});

describe('vectors/buyback.json', () => {
  test.each(cases.filter((vector) => vector.kind === 'price'))('$name', (vector) => {
    const now = unixSeconds(BigInt(vector.now));
    const auction = auctionOf(vector);
    const { expected } = vector;
    expect(isRoundSold(auction, now)).toBe('error' in expected);
    if ('error' in expected) {
      const begins = `the next round begins at ${vector.roundStartedAt}`;
      expect(() => auctionPrice(auction, now)).toThrow(begins);
      expect(() => auctionAfterSale(auction, amount(1n), now)).toThrow(begins);
      return;
    }
    const { clearingPrice, startedAt } = auctionRound(auction, now);
    const price = auctionPrice(auction, now);
    const { roundSeconds, ...after } = auctionAfterSale(auction, price, now);
    expect(roundSeconds).toBe(auction.roundSeconds);
    expect({
      clearingPrice: String(clearingPrice),
      roundStartedAt: String(startedAt),
      startPrice: String(startPrice(clearingPrice)),
      endPrice: String(endPrice(clearingPrice)),
      price: String(price),
      afterSale: {
        clearingPrice: String(after.clearingPrice),
        roundStartedAt: String(after.roundStartedAt),
      },
    }).toEqual(expected);
  });

  test.each(cases.filter((vector) => vector.kind === 'refill'))('$name', (vector) => {
    const auction = {
      clearingPrice: amount(1_000n),
      roundStartedAt: unixSeconds(BigInt(vector.roundStartedAt)),
      roundSeconds: 3_600,
    };
    const { lot, reserveBefore: before, reserveAfter: after } = vector;
    const refill = { lot: BigInt(lot), before: BigInt(before), after: BigInt(after) };
    expect(auctionAfterRefill(auction, refill, unixSeconds(BigInt(vector.now)))).toEqual({
      ...auction,
      roundStartedAt: unixSeconds(BigInt(vector.expected.roundStartedAt)),
    });
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

test('after seven unsold rounds the price range stays the same', () => {
  fc.assert(
    fc.property(auctions, fc.nat({ max: 100 }), fc.nat(), (auction, more, second) => {
      const { roundStartedAt, roundSeconds } = auction;
      const seven = roundStartedAt + 7 * roundSeconds + (second % roundSeconds);
      const later = unixSeconds(seven + more * roundSeconds);
      expect(auctionPrice(auction, later)).toBe(auctionPrice(auction, unixSeconds(seven)));
    }),
    { numRuns: count(1_500, 100_000) },
  );
});

test('a sale ends its round exactly, at any time in it', () => {
  fc.assert(
    fc.property(auctions, fc.nat({ max: 10_000_000 }), (auction, elapsed) => {
      const now = unixSeconds(auction.roundStartedAt + elapsed);
      const after = auctionAfterSale(auction, auctionPrice(auction, now), now);
      const next = after.roundStartedAt;
      expect((next - auction.roundStartedAt) % auction.roundSeconds).toBe(0);
      expect(next - now).toBeGreaterThan(0);
      expect(next - now).toBeLessThanOrEqual(auction.roundSeconds);
      expect(isRoundSold(after, unixSeconds(next - 1))).toBe(true);
      expect(isRoundSold(after, next)).toBe(false);
      expect(auctionPrice(after, next)).toBe(startPrice(after.clearingPrice));
    }),
    { numRuns: count(1_500, 100_000) },
  );
});

test('the affordable time is the first one at which the price is low enough', () => {
  const limits = fc.oneof(
    fc.bigInt({ min: 0n, max: 100n }),
    fc.bigInt({ min: 0n, max: 2n ** 63n }),
  );
  const since = fc.integer({ min: -200_000, max: 1_000_000 });
  fc.assert(
    fc.property(auctions, limits, since, (auction, limit, elapsed) => {
      const { roundStartedAt, roundSeconds } = auction;
      const now = unixSeconds(roundStartedAt + elapsed);
      const at = findAffordableAt(auction, amount(limit), now);
      if (at === undefined) {
        const lowest = unixSeconds(roundStartedAt + 8 * roundSeconds - 1);
        expect(auctionPrice(auction, lowest) > limit).toBe(true);
        return;
      }
      expect(at).toBeGreaterThanOrEqual(now);
      expect(auctionPrice(auction, at) <= limit).toBe(true);
      if (at > now && at > roundStartedAt) {
        expect(auctionPrice(auction, unixSeconds(at - 1)) > limit).toBe(true);
      }
    }),
    { numRuns: count(1_500, 100_000) },
  );
});

const T = unixSeconds(1_800_000_000);

test('after 21 quiet rounds one lot is sold per round, and the price is back after 7 sales', () => {
  const clearingPrice = amount(8n ** 13n);
  let auction: Auction = { clearingPrice, roundStartedAt: T, roundSeconds: 3_600 };
  for (let sale = 0; sale < 7; sale += 1) {
    // A buyer takes every lot in the first second of its round.
    const now = unixSeconds(T + (21 + sale) * 3_600);
    const price = auctionPrice(auction, now);
    expect(price).toBe(8n ** BigInt(7 + sale));
    auction = auctionAfterSale(auction, price, now);
    expect(isRoundSold(auction, unixSeconds(now + 3_599))).toBe(true);
    expect(isRoundSold(auction, unixSeconds(now + 3_600))).toBe(false);
  }
  expect(auction.clearingPrice).toBe(clearingPrice);
});

test('a century of unsold one-second rounds takes no loop over them', () => {
  const roundStartedAt = unixSeconds(1_000_000_000);
  const auction = { clearingPrice: CLEARING_PRICE_MAX, roundStartedAt, roundSeconds: 1 };
  expect(auctionPrice(auction, unixSeconds(4_200_000_000))).toBe(8n * 2n ** (60n - 21n));
});

test('the price paid is stored between 1 and 2^60', () => {
  const auction = { clearingPrice: CLEARING_PRICE_MAX, roundStartedAt: T, roundSeconds: 60 };
  const storedPrice = (paid: bigint) => auctionAfterSale(auction, amount(paid), T).clearingPrice;
  expect(storedPrice(0n)).toBe(CLEARING_PRICE_MIN);
  expect(storedPrice(1n)).toBe(1n);
  expect(storedPrice(2n ** 60n)).toBe(2n ** 60n);
  expect(storedPrice(2n ** 60n + 1n)).toBe(CLEARING_PRICE_MAX);
});

test('refuses an invalid auction', () => {
  const roundStartedAt = unixSeconds(0);
  const priceOf = (clearingPrice: bigint, roundSeconds: number) =>
    auctionPrice(
      { clearingPrice: amount(clearingPrice), roundStartedAt, roundSeconds },
      roundStartedAt,
    );
  expect(priceOf(1n, 1)).toBe(8n);
  expect(priceOf(2n ** 60n, 1)).toBe(2n ** 63n);
  for (const price of [0n, 2n ** 60n + 1n]) expect(() => priceOf(price, 1)).toThrow(RangeError);
  for (const seconds of [0, -1, 0.5]) expect(() => priceOf(1n, seconds)).toThrow(RangeError);
});

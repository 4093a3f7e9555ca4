import { type Amount, amount } from './amount.ts';
import { mulDivFloor } from './mul-div.ts';
import { addSeconds, type UnixSeconds } from './time.ts';

/**
 * The Dutch auction that turns the burn share of SOL into UTILITY. Prices are UTILITY base units
 * for one lot of SOL.
 */
export interface Auction {
  readonly clearingPrice: Amount;
  readonly roundStartedAt: UnixSeconds;
  readonly roundSeconds: number;
}

export const CLEARING_PRICE_MIN = amount(1n);
/** Leaves room for the doubled start price in 64 bits. */
export const CLEARING_PRICE_MAX = amount(2n ** 62n);

/** The auction as it stands at `now`: every round that ended unsold has lowered the price. */
export function advanceAuction(auction: Auction, now: UnixSeconds): Auction {
  checkAuction(auction);
  const { roundSeconds } = auction;
  let { clearingPrice, roundStartedAt } = auction;
  // An eighth per round reaches the minimum after at most 21 rounds; the rest is a remainder.
  while (clearingPrice > CLEARING_PRICE_MIN && now - roundStartedAt >= roundSeconds) {
    clearingPrice = endPrice(clearingPrice);
    roundStartedAt = addSeconds(roundStartedAt, roundSeconds);
  }
  const elapsed = now - roundStartedAt;
  if (elapsed >= roundSeconds) {
    roundStartedAt = addSeconds(roundStartedAt, elapsed - (elapsed % roundSeconds));
  }
  return { clearingPrice, roundStartedAt, roundSeconds };
}

/** What one lot costs at `now`. It falls in a straight line, rounded in favour of the reserve. */
export function auctionPrice(auction: Auction, now: UnixSeconds): Amount {
  const { clearingPrice, roundStartedAt, roundSeconds } = advanceAuction(auction, now);
  const start = startPrice(clearingPrice);
  const fall = BigInt(start - endPrice(clearingPrice));
  // A clock that reads before the round began must not raise the price above the start.
  const elapsed = BigInt(Math.max(0, now - roundStartedAt));
  return amount(start - mulDivFloor(fall, elapsed, BigInt(roundSeconds)));
}

/**
 * The first moment from `now` on at which a lot costs at most `limit`; undefined when it never
 * will, because no price is ever below two base units until a lot is sold.
 */
export function findAffordableAt(
  auction: Auction,
  limit: Amount,
  now: UnixSeconds,
): UnixSeconds | undefined {
  let round = advanceAuction(auction, now);
  if (auctionPrice(round, now) <= limit) return now;
  while (true) {
    const { clearingPrice, roundStartedAt, roundSeconds } = round;
    const start = startPrice(clearingPrice);
    const wanted = start > limit ? BigInt(start - limit) * BigInt(roundSeconds) : 0n;
    const fall = BigInt(start - endPrice(clearingPrice));
    const elapsed = Number((wanted + fall - 1n) / fall);
    if (elapsed < roundSeconds) return addSeconds(roundStartedAt, elapsed);
    if (clearingPrice === CLEARING_PRICE_MIN) return undefined;
    round = advanceAuction(round, addSeconds(roundStartedAt, roundSeconds));
  }
}

/** A sale fixes the clearing price and starts the next round at once. */
export function auctionAfterSale(auction: Auction, pricePaid: Amount, now: UnixSeconds): Auction {
  return { ...auction, clearingPrice: clampPrice(pricePaid), roundStartedAt: now };
}

export function startPrice(clearingPrice: Amount): Amount {
  return amount(clearingPrice * 2n);
}

export function endPrice(clearingPrice: Amount): Amount {
  return clampPrice(clearingPrice / 8n);
}

function clampPrice(price: bigint): Amount {
  if (price < CLEARING_PRICE_MIN) return CLEARING_PRICE_MIN;
  return price > CLEARING_PRICE_MAX ? CLEARING_PRICE_MAX : amount(price);
}

function checkAuction({ clearingPrice, roundSeconds }: Auction): void {
  if (clearingPrice < CLEARING_PRICE_MIN || clearingPrice > CLEARING_PRICE_MAX) {
    throw new RangeError(`auction: the clearing price ${clearingPrice} is not in 1..2^62`);
  }
  if (!Number.isInteger(roundSeconds) || roundSeconds < 1) {
    throw new RangeError(`auction: a round of ${roundSeconds} seconds`);
  }
}

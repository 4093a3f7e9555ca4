import { type Amount, amount } from './amount.ts';
import { mulDivFloor } from './mul-div.ts';
import { addSeconds, type UnixSeconds } from './time.ts';

/**
 * The Dutch auction that turns the burn share of SOL into UTILITY, one lot per round. Prices are
 * UTILITY base units for one lot of SOL.
 */
export interface Auction {
  readonly clearingPrice: Amount;
  /** The start of the first round since the last sale. After a sale it lies in the future. */
  readonly roundStartedAt: UnixSeconds;
  readonly roundSeconds: number;
}

/** The reserve before and after it rose, in lamports. */
interface Refill {
  readonly lot: bigint;
  readonly before: bigint;
  readonly after: bigint;
}

export const CLEARING_PRICE_MIN = amount(1n);
/** Eight times as much still fits in 64 bits. */
export const CLEARING_PRICE_MAX = amount(2n ** 60n);
/** After this many unsold rounds the start price stays, so that as many sales restore the price. */
const UNSOLD_ROUNDS_MAX = 7;

/** The lot of this round is sold, so there is no price until the next round. */
export function isRoundSold({ roundStartedAt }: Auction, now: UnixSeconds): boolean {
  return now < roundStartedAt;
}

/**
 * The round at `now`, in which the price falls from eight times the clearing price to an eighth of
 * it. Every round that ended unsold has lowered the price.
 */
export function auctionRound(auction: Auction, now: UnixSeconds) {
  checkAuction(auction);
  if (isRoundSold(auction, now)) {
    throw new RangeError(`auction: the next round begins at ${auction.roundStartedAt}`);
  }
  const { roundStartedAt, roundSeconds } = auction;
  const unsold = Math.floor((now - roundStartedAt) / roundSeconds);
  let { clearingPrice } = auction;
  for (let round = 0; round < Math.min(unsold, UNSOLD_ROUNDS_MAX); round += 1) {
    clearingPrice = endPrice(clearingPrice);
  }
  return { clearingPrice, startedAt: addSeconds(roundStartedAt, unsold * roundSeconds) };
}

/** The price of a lot at `now`. It falls linearly and is rounded in favour of the burn. */
export function auctionPrice(auction: Auction, now: UnixSeconds): Amount {
  const { clearingPrice, startedAt } = auctionRound(auction, now);
  const start = startPrice(clearingPrice);
  const fall = BigInt(start - endPrice(clearingPrice));
  const fallen = mulDivFloor(fall, BigInt(now - startedAt), BigInt(auction.roundSeconds));
  return amount(start - fallen);
}

/**
 * The first time from `now` on at which a lot costs at most `limit`; undefined if that never
 * happens, because the price stops falling before.
 */
export function findAffordableAt(
  auction: Auction,
  limit: Amount,
  now: UnixSeconds,
): UnixSeconds | undefined {
  const { roundStartedAt, roundSeconds } = auction;
  let at = isRoundSold(auction, now) ? roundStartedAt : now;
  if (auctionPrice(auction, at) <= limit) return at;
  let round = auctionRound(auction, at);
  while (true) {
    const { clearingPrice, startedAt } = round;
    const start = startPrice(clearingPrice);
    const wanted = start > limit ? BigInt(start - limit) * BigInt(roundSeconds) : 0n;
    const fall = BigInt(start - endPrice(clearingPrice));
    const elapsed = Number((wanted + fall - 1n) / fall);
    if (elapsed < roundSeconds) return addSeconds(startedAt, elapsed);
    at = addSeconds(startedAt, roundSeconds);
    round = auctionRound(auction, at);
    if (round.clearingPrice === clearingPrice) return undefined;
  }
}

/** A sale sets the clearing price. The next round begins when the time of this one is over. */
export function auctionAfterSale(auction: Auction, pricePaid: Amount, now: UnixSeconds): Auction {
  const { startedAt } = auctionRound(auction, now);
  return {
    ...auction,
    clearingPrice: clampPrice(pricePaid),
    roundStartedAt: addSeconds(startedAt, auction.roundSeconds),
  };
}

/**
 * While the reserve has less than a lot, the price does not fall. A round begins when it has one
 * again, but not before the time of the last round is over.
 */
export function auctionAfterRefill(
  auction: Auction,
  { lot, before, after }: Refill,
  now: UnixSeconds,
): Auction {
  const isFilled = before < lot && after >= lot;
  return isFilled && now > auction.roundStartedAt ? { ...auction, roundStartedAt: now } : auction;
}

export function startPrice(clearingPrice: Amount): Amount {
  return amount(clearingPrice * 8n);
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
    throw new RangeError(`auction: the clearing price ${clearingPrice} is not in 1..2^60`);
  }
  if (!Number.isInteger(roundSeconds) || roundSeconds < 1) {
    throw new RangeError(`auction: a round of ${roundSeconds} seconds`);
  }
}

// Chooses a price that the demo feed reaches before the market ends, but not while people bet. The
// feed is a function of time, so its future is known.

import type { ReachedPrice } from '@tote/conditions/kinds/shared/scenario';
import { DEMO_FEEDS, quoteAt } from '@tote/conditions/oracles/demo-prices';
import { formatDecimal } from '@tote/domain';

const QUIET_SECONDS = 120;
/** How long the price must stay reached: with a moved clock the feed is read once a minute. */
const HELD_SECONDS = 130;
const CENT_DECIMALS = 2;

export function chooseThreshold(symbol: string, now: number, until: number): ReachedPrice {
  const feed = DEMO_FEEDS.find((each) => each.symbol === symbol);
  if (!feed) throw new RangeError(`there is no demo feed of ${symbol}`);
  const priceAt = (second: number) => quoteAt(feed, BigInt(second)).price;
  const early = rangeOf(priceAt, now, now + QUIET_SECONDS);
  let [highest, lowest] = [0n, early.lowest];
  for (let from = now + QUIET_SECONDS; from + HELD_SECONDS < until; from += HELD_SECONDS / 10) {
    const held = rangeOf(priceAt, from, from + HELD_SECONDS);
    if (held.lowest > highest) highest = held.lowest;
    if (held.highest < lowest) lowest = held.highest;
  }
  const cent = 10n ** BigInt(-feed.exponent - CENT_DECIMALS);
  const inCents = (units: bigint) => formatDecimal(units / cent, CENT_DECIMALS);
  return highest - early.highest >= early.lowest - lowest
    ? { comparator: 'gte', threshold: inCents((early.highest + highest) / 2n) }
    : { comparator: 'lte', threshold: inCents((early.lowest + lowest) / 2n) };
}

export function askForPrice(symbol: string, { comparator, threshold }: ReachedPrice): string {
  const way = comparator === 'gte' ? 'rise to' : 'fall to';
  return `Will ${symbol} ${way} $${threshold} before this market ends?`;
}

function rangeOf(priceAt: (second: number) => bigint, from: number, to: number) {
  let [lowest, highest] = [priceAt(from), priceAt(from)];
  for (let second = from + 1; second < to; second += 1) {
    const price = priceAt(second);
    if (price < lowest) lowest = price;
    if (price > highest) highest = price;
  }
  return { lowest, highest };
}

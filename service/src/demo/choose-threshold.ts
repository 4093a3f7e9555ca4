// A price that the demo feed reaches before the end and not while people bet. What the feed will
// say follows from the second alone, so it can be known ahead.
import { formatDecimal } from '@tote/domain';
import { DEMO_FEEDS, quoteAt } from '../genesis/demo-world/demo-prices.ts';

/** Time to bet before anything happens. */
const QUIET_SECONDS = 120;
/** Cents are enough for a question. */
const CENT_DECIMALS = 2;

export interface ReachedPrice {
  readonly comparator: 'gte' | 'lte';
  readonly threshold: string;
}

/** Half-way between where it is at first and how far it goes, in the direction of the longer way. */
export function chooseThreshold(symbol: string, now: number, until: number): ReachedPrice {
  const feed = DEMO_FEEDS.find((each) => each.symbol === symbol);
  if (!feed) throw new RangeError(`there is no demo feed of ${symbol}`);
  const pricesOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => quoteAt(feed, BigInt(from + index)).price);
  const early = rangeOf(pricesOf(now, now + QUIET_SECONDS));
  const late = rangeOf(pricesOf(now + QUIET_SECONDS, until));
  const cent = 10n ** BigInt(-feed.exponent - CENT_DECIMALS);
  const inCents = (units: bigint) => formatDecimal(units / cent, CENT_DECIMALS);
  const isUp = late.highest - early.highest >= early.lowest - late.lowest;
  return isUp
    ? { comparator: 'gte', threshold: inCents((early.highest + late.highest) / 2n) }
    : { comparator: 'lte', threshold: inCents((early.lowest + late.lowest) / 2n) };
}

function rangeOf(prices: readonly bigint[]): { lowest: bigint; highest: bigint } {
  let [lowest, highest] = [prices[0] ?? 0n, prices[0] ?? 0n];
  for (const price of prices) {
    if (price < lowest) lowest = price;
    if (price > highest) highest = price;
  }
  return { lowest, highest };
}

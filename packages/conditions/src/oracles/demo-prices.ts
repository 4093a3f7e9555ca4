// Made-up prices. The price of a second depends on the second alone, so that past prices can be
// computed again after a restart. Integers only, so that every machine gets the same.
import { getFeed, type PriceFeed } from './price-feeds.ts';

const DEMO_PRICES: readonly { readonly symbol: string; readonly middle: bigint }[] = [
  { symbol: 'SOL', middle: 200n },
  { symbol: 'BTC', middle: 100_000n },
  { symbol: 'ETH', middle: 4_000n },
];

export interface DemoPriceFeed extends PriceFeed {
  readonly middle: bigint;
}

export const DEMO_FEEDS: readonly DemoPriceFeed[] = DEMO_PRICES.map(({ symbol, middle }) => {
  const feed = getFeed(symbol);
  return { ...feed, middle: middle * 10n ** BigInt(-feed.exponent) };
});

/** Triangle waves: periods in seconds and heights in ten-thousandths of the mean. */
const WAVES: readonly (readonly [period: bigint, height: bigint])[] = [
  [61n, 15n],
  [617n, 60n],
  [7_321n, 200n],
  [90_001n, 500n],
];
export const TEN_THOUSAND = 10_000n;
/** The confidence is price / 2,000: narrow enough for every market. */
const CONFIDENCE_DIVISOR = 2_000n;

export function quoteAt({ middle }: DemoPriceFeed, second: bigint) {
  const price = WAVES.reduce(
    (sum, [period, height]) => sum + (middle * height * wave(second, period)) / TEN_THOUSAND ** 2n,
    middle,
  );
  return { price, confidence: price / CONFIDENCE_DIVISOR };
}

export function wave(second: bigint, period: bigint): bigint {
  const place = ((second % period) + period) % period;
  const rising = (4n * TEN_THOUSAND * place) / period;
  return rising <= 2n * TEN_THOUSAND ? rising - TEN_THOUSAND : 3n * TEN_THOUSAND - rising;
}

// Prices that move a little and belong to nobody: the price of a second follows from the second
// alone, so that the past can be told again after any stop. Integers only: the same everywhere.
import { getFeed, type PriceFeed } from '@tote/oracles/price-feeds';

interface DemoPrice {
  readonly symbol: string;
  /** Whole USD in the middle. */
  readonly middle: bigint;
}

const DEMO_PRICES: readonly DemoPrice[] = [
  { symbol: 'SOL', middle: 200n },
  { symbol: 'BTC', middle: 100_000n },
  { symbol: 'ETH', middle: 4_000n },
];

export interface DemoPriceFeed extends PriceFeed {
  /** In units of the feed. */
  readonly middle: bigint;
}

export const DEMO_FEEDS: readonly DemoPriceFeed[] = DEMO_PRICES.map(({ symbol, middle }) => {
  const feed = getFeed(symbol);
  return { ...feed, middle: middle * 10n ** BigInt(-feed.exponent) };
});

/** Waves of different lengths, in seconds, and how far each goes, in ten-thousandths. */
const WAVES: readonly (readonly [period: bigint, height: bigint])[] = [
  [61n, 15n],
  [617n, 60n],
  [7_321n, 200n],
  [90_001n, 500n],
];
export const TEN_THOUSAND = 10_000n;
/** A two-thousandth of the price: narrow enough for every market. */
const CONFIDENCE_DIVISOR = 2_000n;

interface DemoQuote {
  readonly price: bigint;
  readonly confidence: bigint;
}

export function quoteAt({ middle }: DemoPriceFeed, second: bigint): DemoQuote {
  const price = WAVES.reduce(
    (sum, [period, height]) => sum + (middle * height * wave(second, period)) / TEN_THOUSAND ** 2n,
    middle,
  );
  return { price, confidence: price / CONFIDENCE_DIVISOR };
}

/** Up and down in straight lines, from -10,000 to 10,000. */
export function wave(second: bigint, period: bigint): bigint {
  const place = ((second % period) + period) % period;
  const rising = (4n * TEN_THOUSAND * place) / period;
  return rising <= 2n * TEN_THOUSAND ? rising - TEN_THOUSAND : 3n * TEN_THOUSAND - rising;
}

// The Pyth feeds that markets can use. Every update says its exponent. One that is not the exponent
// here decides nothing, and new questions about that feed are attested.
import { type Address, address } from '@solana/kit';
import { WRAPPED_SOL } from './programs.ts';
import { PYTH_FEEDS } from './pyth-feeds.ts';

export interface PriceFeed {
  readonly symbol: string;
  /** Names in questions, in lower case, in addition to the symbol. */
  readonly names: readonly string[];
  readonly feedId: string;
  readonly exponent: number;
  /** USD, decimal. A confidence interval up to this is accepted, even for a low strike. */
  readonly confidenceFloor: string;
  readonly group: keyof typeof PYTH_FEEDS;
  readonly mint?: Address;
}

const MINTS: Readonly<Record<string, Address>> = {
  SOL: WRAPPED_SOL,
  JUP: address('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'),
  JTO: address('jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL'),
  PYTH: address('HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3'),
  WIF: address('EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm'),
  FARTCOIN: address('9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump'),
  BONK: address('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'),
};

export const PRICE_FEEDS: readonly PriceFeed[] = Object.entries(PYTH_FEEDS).flatMap(
  ([group, rows]) =>
    rows
      .trim()
      .split('\n')
      .map((row) => {
        const [symbol = '', feedId = '', exponent, confidenceFloor = '', ...words] = row.split(' ');
        const names = words.map((word) => word.replaceAll('_', ' '));
        const mint = MINTS[symbol];
        const feed = { symbol, names, feedId, exponent: Number(exponent), confidenceFloor };
        return { ...feed, group: group as PriceFeed['group'], ...(mint && { mint }) };
      }),
);

export function findFeed(symbol: string): PriceFeed | undefined {
  const wanted = symbol.toUpperCase();
  return PRICE_FEEDS.find((feed) => feed.symbol === wanted);
}

export function findFeedByName(name: string): PriceFeed | undefined {
  return findFeed(name) ?? PRICE_FEEDS.find((feed) => feed.names.includes(name.toLowerCase()));
}

export function findFeedByMint(mint: string): PriceFeed | undefined {
  return PRICE_FEEDS.find((feed) => feed.mint === mint);
}

export function getFeed(symbol: string): PriceFeed {
  const feed = findFeed(symbol);
  if (!feed) throw new RangeError(`there is no price feed ${symbol}`);
  return feed;
}

// The price of a token, from the deepest of its pools in a sample.
import type { Address } from '@solana/kit';
import { findAccount, isMissing, type Sample } from '../account-snapshot.ts';
import { decodeMint, type Mint } from '../layouts/mint.ts';
import type { PoolPrice } from '../pools/all.ts';
import { getFeed } from '../price-feeds.ts';
import { SOL_DECIMALS } from '../programs.ts';
import { compare, distance, multiply, type Rational, rational } from '../rational.ts';
import { type Reading, readable, type Unreadable, unreadable } from '../reading.ts';
import { readFeedPrice } from './feed-price.ts';
import { squareRoot } from './manipulation-cost.ts';
import { type Quote, readPriceInSol } from './quotes.ts';

/** A shallower pool is too cheap to manipulate. */
export const DEPTH_MIN_LAMPORTS = 10_000_000_000n;
/** Pools at least this deep, relative to the deepest, must agree with it. */
const RIVAL_DEPTH = rational(1n, 2n);
const DEVIATION_MAX = rational(5n, 100n);

type PriceUnit = 'USD' | 'SOL';

export interface TokenPrice {
  readonly price: Rational;
  readonly mint: Mint;
  readonly pool: Address;
  readonly depth: bigint;
}

export interface TokenPriceInput {
  readonly tokenAddress: Address;
  readonly unit: PriceUnit;
  /**
   * The pools that count. Anyone can open a pool at any price, so these are only the ones with an
   * address derived from the mint, and the one in the market's condition. A bonding curve among
   * them must be the mint's own, because a curve does not contain its mint.
   */
  readonly pools: ReadonlySet<Address>;
  readonly quote?: Quote;
  /** What `liquidityOf` said when the market was created. */
  readonly liquidity?: string | undefined;
}

/**
 * The geometric mean of what both sides of a constant-product pool hold, in base units. Trading
 * does not change it, only adding and withdrawing liquidity does.
 */
export function liquidityOf(
  { depth, price }: Pick<PoolPrice, 'depth' | 'price'>,
  decimals: number,
) {
  const numerator = depth * depth * 10n ** BigInt(decimals) * price.denominator;
  return squareRoot(numerator / (10n ** BigInt(SOL_DECIMALS) * price.numerator));
}

export function readTokenPrice(sample: Sample, input: TokenPriceInput): Reading<TokenPrice> {
  const account = findAccount(sample, input.tokenAddress);
  if (!account) return unreadable('missing', 'the mint was not read');
  if (isMissing(account)) return unreadable('missing', 'the mint does not exist');
  const mint = decodeMint(account);
  if (!mint.ok) return mint;
  const inSol = chooseDeepest(readPools(sample, input, mint.value.decimals));
  if (!inSol.ok) return inSol;
  const { pool, depth, price } = inSol.value;
  const left = input.liquidity === undefined ? 0n : BigInt(input.liquidity);
  if (2n * liquidityOf(inSol.value, mint.value.decimals) < left) {
    return unreadable('thin', 'over half of the liquidity was withdrawn after the creation');
  }
  if (input.unit === 'SOL') return readable({ price, mint: mint.value, pool, depth });
  const usdPerSol = readFeedPrice(sample, getFeed('SOL'));
  if (!usdPerSol.ok) return usdPerSol;
  return readable({ price: multiply(price, usdPerSol.value), mint: mint.value, pool, depth });
}

export function readPools(
  sample: Sample,
  { tokenAddress, pools, quote = {} }: Omit<TokenPriceInput, 'unit'>,
  decimals: number,
): Reading<PoolPrice>[] {
  const priced = { mint: tokenAddress, decimals, quote };
  return sample.accounts
    .filter(({ address }) => pools.has(address))
    .flatMap((account) => readPriceInSol(account, sample, priced) ?? []);
}

function chooseDeepest(readings: readonly Reading<PoolPrice>[]): Reading<PoolPrice> {
  const prices = readings.flatMap((reading) => (reading.ok ? [reading.value] : []));
  const [deepest, ...others] = prices.sort((a, b) => (a.depth < b.depth ? 1 : -1));
  if (!deepest) {
    const failure = readings.find((reading): reading is Unreadable => !reading.ok);
    return failure ?? unreadable('missing', 'no pool of the token was found');
  }
  if (deepest.depth < DEPTH_MIN_LAMPORTS) {
    return unreadable('thin', `the deepest pool holds only ${deepest.depth} lamports`);
  }
  const rival = others.find((other) => isRival(other, deepest) && isFar(other, deepest));
  if (rival) return unreadable('disagree', `${rival.pool} and ${deepest.pool} differ by over 5 %`);
  return readable(deepest);
}

function isRival(other: PoolPrice, deepest: PoolPrice): boolean {
  return compare(rational(other.depth), multiply(rational(deepest.depth), RIVAL_DEPTH)) >= 0;
}

function isFar(other: PoolPrice, deepest: PoolPrice): boolean {
  const off = distance(other.price, deepest.price);
  return compare(off, multiply(deepest.price, DEVIATION_MAX)) > 0;
}

// Pools that are quoted in something else than SOL: in dollars, which count as such only while Pyth
// says that they are, or in a token that has a pool with SOL or USDC itself.
import { type Address, address } from '@solana/kit';
import { type AccountSnapshot, findAccount, type Sample } from '../account-snapshot.ts';
import { findPythPushAddress } from '../derived-addresses.ts';
import { type PoolPrice, readPoolPrice, readReserve } from '../pools/all.ts';
import { getFeed } from '../price-feeds.ts';
import { PYTH_RECEIVERS, SOL_DECIMALS, WRAPPED_SOL } from '../programs.ts';
import {
  compare,
  distance,
  formatRational,
  multiply,
  type Rational,
  rational,
  scaled,
} from '../rational.ts';
import { type Reading, readable, unreadable } from '../reading.ts';
import { readFeedPrice } from './feed-price.ts';

/** What the named pool of a token is quoted in, if not in SOL. */
export interface Quote {
  readonly quoteMint?: Address;
  /** Where the quote trades for SOL or USDC, if it is not a dollar. */
  readonly quotePool?: Address;
}

interface Dollar {
  readonly symbol: string;
  readonly mint: Address;
  readonly feedId: string;
}

export const USDC: Dollar = {
  symbol: 'USDC',
  mint: address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  feedId: 'eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a',
};
export const DOLLARS: readonly Dollar[] = [
  USDC,
  {
    symbol: 'USDT',
    mint: address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
    feedId: '2b89b9dc8fdf9f34709a5b106b472f0f39bb6ca9ce04b0fd7f2e971688e2e53b',
  },
  {
    symbol: 'USD1',
    mint: address('USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB'),
    feedId: '0a2425d43486780990d8b63543029e20556be51fd756cca584212f4d539611d4',
  },
];
const DOLLAR_DECIMALS = 6;
const DOLLAR_EXPONENT = -8;
/** The accounts of their feeds are updated once in one or two minutes. */
const DOLLAR_AGE_SECONDS_MAX = 300n;
export const DOLLAR_PERCENT_MAX = 2n;

export function findDollar(mint: Address): Dollar | undefined {
  return DOLLARS.find((dollar) => dollar.mint === mint);
}

/** A mint that others are quoted in. */
export function isQuote(mint: Address): boolean {
  return mint === WRAPPED_SOL || findDollar(mint) !== undefined;
}

/** What must be read to know what the quote is worth. */
export async function listQuoteAccounts({ quoteMint, quotePool }: Quote): Promise<Address[]> {
  if (quoteMint === undefined) return [];
  const { feedId } = findDollar(quoteMint) ?? USDC;
  const feeds = [feedId, getFeed('SOL').feedId].flatMap((each) =>
    PYTH_RECEIVERS.map((receiver) => findPythPushAddress(each, { receiver })),
  );
  return [...(quotePool === undefined ? [] : [quotePool]), ...(await Promise.all(feeds))];
}

interface Worth {
  /** Lamports for one base unit. */
  readonly lamports: Rational;
  /** The lamports in the pool that says so. */
  readonly depth?: bigint;
}

function readWorth(sample: Sample, quoteMint: Address, { quotePool }: Quote): Reading<Worth> {
  const dollar = findDollar(quoteMint);
  if (dollar) return readDollar(sample, dollar);
  const account = quotePool && findAccount(sample, quotePool);
  if (!account) return unreadable('missing', `nothing was read that says what ${quoteMint} costs`);
  const inUnitsOf = (mint: Address) =>
    readPoolPrice(account, sample, {
      ...{ mint: quoteMint, decimals: 0, quoteMint: mint, quoteDecimals: 0 },
    });
  const inSol = inUnitsOf(WRAPPED_SOL);
  if (inSol?.ok) return readable({ lamports: inSol.value.price, depth: inSol.value.depth });
  const inUsdc = inSol ?? inUnitsOf(USDC.mint);
  if (!inUsdc) return unreadable('wrong_type', `${quotePool} does not say what ${quoteMint} costs`);
  if (!inUsdc.ok) return inUsdc;
  const usdc = readDollar(sample, USDC);
  if (!usdc.ok) return usdc;
  const lamports = multiply(inUsdc.value.price, usdc.value.lamports);
  return readable({ lamports, depth: floor(rational(inUsdc.value.depth), usdc.value) });
}

function readDollar(sample: Sample, { symbol, feedId }: Dollar): Reading<Worth> {
  const rule = { feedId, exponent: DOLLAR_EXPONENT, ageSecondsMax: DOLLAR_AGE_SECONDS_MAX };
  const usd = readFeedPrice(sample, rule);
  if (!usd.ok) return usd;
  const off = distance(usd.value, rational(1n));
  if (compare(off, rational(DOLLAR_PERCENT_MAX, 100n)) > 0) {
    const price = formatRational(usd.value);
    return unreadable('disagree', `${symbol} is worth ${price} USD and counts as none`);
  }
  const perSol = readFeedPrice(sample, getFeed('SOL'));
  if (!perSol.ok) return perSol;
  const perDollar = rational(perSol.value.denominator, perSol.value.numerator);
  return readable({ lamports: multiply(perDollar, scaled(1n, SOL_DECIMALS - DOLLAR_DECIMALS)) });
}

function floor(units: Rational, { lamports }: Worth): bigint {
  const { numerator, denominator } = multiply(units, lamports);
  return numerator / denominator;
}

/** Price and depth in SOL. Undefined if it is no pool of the mint with SOL or the quote. */
export function readPriceInSol(
  account: AccountSnapshot,
  sample: Sample,
  { quote, ...token }: { mint: Address; decimals: number; quote: Quote },
): Reading<PoolPrice> | undefined {
  const sol = { quoteMint: WRAPPED_SOL, quoteDecimals: SOL_DECIMALS };
  const inSol = readPoolPrice(account, sample, { ...token, ...sol });
  const { quoteMint } = quote;
  if (inSol || quoteMint === undefined) return inSol;
  const inQuote = readPoolPrice(account, sample, { ...token, quoteMint, quoteDecimals: 0 });
  if (!inQuote?.ok) return inQuote;
  const worth = readWorth(sample, quoteMint, quote);
  if (!worth.ok) return worth;
  const { price, depth, pool } = inQuote.value;
  const own = floor(rational(depth), worth.value);
  const { lamports, depth: other } = worth.value;
  const isThinner = other !== undefined && other < own;
  const inWholeSol = multiply(multiply(price, lamports), scaled(1n, -SOL_DECIMALS));
  // Whoever moves the price of the quote moves that of the token.
  return isThinner
    ? readable({ pool: quote.quotePool as Address, price: inWholeSol, depth: other })
    : readable({ pool, price: inWholeSol, depth: own });
}

/** Lamports, or their worth in the quote, that the deepest pool really holds. */
export function readDeepest(
  sample: Sample,
  pools: Iterable<Address>,
  quote: Quote,
): Reading<bigint> {
  let most = 0n;
  // If one cannot be read, it may hold more.
  for (const pool of pools) {
    const reserve = readReserveInSol(sample, pool, quote);
    if (!reserve.ok) return reserve;
    if (reserve.value > most) most = reserve.value;
  }
  return readable(most);
}

function readReserveInSol(sample: Sample, pool: Address, quote: Quote): Reading<bigint> {
  const { quoteMint } = quote;
  const inQuote = quoteMint && readReserve(sample, pool, quoteMint);
  if (!inQuote?.ok || inQuote.value === 0n) return readReserve(sample, pool, WRAPPED_SOL);
  const worth = readWorth(sample, quoteMint as Address, quote);
  return worth.ok ? readable(floor(rational(inQuote.value), worth.value)) : worth;
}

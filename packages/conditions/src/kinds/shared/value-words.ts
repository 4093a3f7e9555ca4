import { formatDecimal, formatInstant, type UnixSeconds } from '@tote/domain';
import { FIRST_SECONDS_MAX } from '../../evaluation/evaluate-samples.ts';
import { getFeed } from '../../oracles/price-feeds.ts';
import type { HolderCountCondition } from '../holder-count/index.ts';
import { confidenceMax, LATE_SECONDS_MAX, type PriceFeedCondition } from '../price-feed/index.ts';
import { DEPTH_MIN_SOL, MARKET_CAP_WORDS, type PoolMeasured } from './pool.ts';
import { groupDigits } from './threshold.ts';
import type { ValueCondition } from './value-kinds.ts';

interface ValueWords {
  /** `the token’s price` */
  readonly value: string;
  /** Which observation has the value at a moment. */
  readonly by: string;
  readonly missing: string;
  /** The same exactly. */
  terms(moment: UnixSeconds): string;
}

export function wordsOf(inside: ValueCondition): ValueWords {
  switch (inside.type) {
    case 'price_feed':
      return feedWords(inside as PriceFeedCondition);
    case 'holder_count':
      return countWords(inside as HolderCountCondition);
    case 'token_supply':
      return {
        ...first('observation'),
        value: 'the token’s supply',
        terms: (moment) => `the total supply of ${inside.tokenAddress}, ${observed(moment)}`,
      };
    default:
      return poolWords(inside as PoolMeasured & ValueCondition);
  }
}

function feedWords(inside: PriceFeedCondition): ValueWords {
  const { feed, receiver } = inside;
  const places = -getFeed(feed).exponent;
  const confidence = groupDigits(formatDecimal(confidenceMax(inside), places));
  return {
    value: feed,
    by: `the first Pyth price within ${LATE_SECONDS_MAX} seconds`,
    missing: 'no usable price',
    terms: (moment) =>
      `the first update of Pyth’s ${feed}/USD feed that was published at or after ` +
      `${formatInstant(moment)} and at most ${LATE_SECONDS_MAX} seconds later, if it is fully ` +
      `verified by ${receiver} and its confidence is at most ${confidence} USD`,
  };
}

function countWords({ tokenAddress, minimumBalance }: HolderCountCondition): ValueWords {
  const least = groupDigits(minimumBalance);
  const isAny = minimumBalance === '0';
  return {
    ...first('count'),
    value: isAny ? 'the number of holders' : `the number of holders of ${least}+ tokens`,
    terms: (moment) =>
      `the number of wallets that hold ${isAny ? 'any amount' : `at least ${least} tokens`} of ` +
      `${tokenAddress}, pools not counted, ${observed(moment)}`,
  };
}

const first = (what: string) => ({
  by: `the first ${what} within ${FIRST_SECONDS_MAX} seconds`,
  missing: `no usable ${what}`,
});

const observed = (moment: UnixSeconds) =>
  `first observed at or after ${formatInstant(moment)} and at most ${FIRST_SECONDS_MAX} ` +
  'seconds later';

function poolWords(inside: PoolMeasured & ValueCondition): ValueWords {
  const { type, tokenAddress, windowSeconds, samplesMin, pool, unit } = inside;
  const isPrice = type === 'token_price';
  return {
    value: isPrice ? 'the token’s price' : 'the token’s market cap',
    by: `the median of the ${windowSeconds} seconds before`,
    missing: 'no such median',
    terms: (moment) =>
      `the median of at least ${samplesMin} samples of ` +
      `${isPrice ? 'the price' : MARKET_CAP_WORDS} of ${tokenAddress} over the ` +
      `${windowSeconds} seconds up to ${formatInstant(moment)}, read from the deepest of its ` +
      `launchpad’s pools with SOL${pool === null ? '' : ` and the pool ${pool}`}, which must ` +
      `hold ${DEPTH_MIN_SOL} SOL` +
      `${unit === 'USD' ? ', and turned into USD by the Pyth SOL/USD price' : ''}`,
  };
}

/** `$250`, `2.5 SOL`, or a number of holders or tokens */
export function amountOf(text: string, unit: string): string {
  const digits = groupDigits(text);
  if (unit === 'USD') return `$${digits}`;
  return unit === 'SOL' ? `${digits} SOL` : digits;
}

/** `2026-11-18 15:34:54 UTC` */
export const momentOf = (moment: UnixSeconds): string =>
  formatInstant(moment).replace('T', ' ').replace('Z', ' UTC');

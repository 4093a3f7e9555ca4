import { formatDecimal } from '@tote/domain';
import { FIRST_SECONDS_MAX } from '../../evaluation/evaluate-samples.ts';
import { getFeed } from '../../oracles/price-feeds.ts';
import type { HolderCountCondition } from '../holder-count/index.ts';
import type { HoldingCondition } from '../holding/index.ts';
import { liquidityWords } from '../liquidity/index.ts';
import { confidenceMax, LATE_SECONDS_MAX, type PriceFeedCondition } from '../price-feed/index.ts';
import type { TokenSupplyCondition } from '../token-supply/index.ts';
import type { TopHoldersCondition } from '../top-holders/index.ts';
import { shortAmount, shortNumber } from './describe-rule.ts';
import { describeSource, MARKET_CAP_WORDS, type PoolMeasured } from './pool.ts';
import { groupDigits } from './threshold.ts';
import { exactToken, shortAddress, shortToken } from './token-subject.ts';
import type { ValueCondition } from './value-kinds.ts';

/** The price itself says how exact it must be, and is not known yet. */
export const ANY_CONFIDENCE = '1000000000';

interface ValueWords {
  /** `the token’s price` */
  readonly value: string;
  /** Which observation has the value at a moment. */
  readonly by: string;
  readonly missing: string;
  /** The same exactly. */
  terms(moment: string): string;
}

export const wordsOf = (inside: ValueCondition): ValueWords =>
  (WORDS[inside.type] ?? poolWords)(inside as never);

function feedWords(inside: PriceFeedCondition): ValueWords {
  const { feed, receiver } = inside;
  const places = -getFeed(feed).exponent;
  const limit = `${groupDigits(formatDecimal(confidenceMax(inside), places))} USD`;
  const confidence = inside.confidenceOf === ANY_CONFIDENCE ? '1 % of it' : limit;
  return {
    value: feed,
    by: `the first Pyth price within ${LATE_SECONDS_MAX} seconds`,
    missing: 'no usable price',
    terms: (moment) =>
      `the first update of Pyth’s ${feed}/USD feed that was published at or after ` +
      `${moment} and at most ${LATE_SECONDS_MAX} seconds later, if it is fully ` +
      `verified by ${receiver} and its confidence is at most ${confidence}`,
  };
}

function supplyWords(inside: TokenSupplyCondition): ValueWords {
  return {
    ...first('reading'),
    value: `the supply of ${shortToken(inside)}`,
    terms: (moment) => `the total supply of ${exactToken(inside)}, ${observed(moment)}`,
  };
}

function countWords(inside: HolderCountCondition): ValueWords {
  const { minimumBalance } = inside;
  const least = groupDigits(minimumBalance);
  const isAny = minimumBalance === '0';
  const each = isAny ? '' : ` (${shortNumber(minimumBalance, 9)}+ each)`;
  return {
    ...first('count'),
    value: `${shortToken(inside)}’s holder count${each}`,
    terms: (moment) =>
      `the number of wallets that hold ${isAny ? 'any amount' : `at least ${least} tokens`} of ` +
      `${exactToken(inside)}, pools not counted, ${observed(moment)}`,
  };
}

function holdingWords(inside: HoldingCondition): ValueWords {
  const { unit, wallet } = inside;
  const share = unit === 'percent' ? 'share' : 'amount';
  return {
    ...first('reading'),
    value: `the ${share} of ${shortToken(inside)} that ${shortAddress(wallet)} holds`,
    terms: (moment) =>
      `the ${share} of ${exactToken(inside)} that ${wallet} holds in its associated token ` +
      `account, ${observed(moment)}`,
  };
}

function shareWords(inside: TopHoldersCondition): ValueWords {
  return {
    ...first('count'),
    value: `the share of the top 10 holders of ${shortToken(inside)}`,
    terms: (moment) =>
      `the share of the supply of ${exactToken(inside)} that its ten largest holders have, ` +
      `pools, curves and burn addresses not counted, ${observed(moment)}`,
  };
}

/** All others are read from pools. */
const WORDS: Readonly<Record<string, (inside: never) => ValueWords>> = {
  ...{ price_feed: feedWords, holder_count: countWords, token_supply: supplyWords },
  ...{ holding: holdingWords, top_holders: shareWords },
};

const first = (what: string) => ({
  by: `a ${what} within ${FIRST_SECONDS_MAX} seconds`,
  missing: `no ${what}`,
});

const observed = (moment: string) =>
  `first observed at or after ${moment} and at most ${FIRST_SECONDS_MAX} seconds later`;

const POOL_WORDS = {
  token_price: () => ({ what: 'the price', suffix: '' }),
  market_cap: () => ({ what: MARKET_CAP_WORDS, suffix: '’s market cap' }),
  liquidity: liquidityWords,
};

function poolWords(inside: PoolMeasured & ValueCondition): ValueWords {
  const { type, windowSeconds, samplesMin, unit } = inside;
  const { what, suffix } = POOL_WORDS[type as keyof typeof POOL_WORDS](unit);
  return {
    value: shortToken(inside) + suffix,
    by: `the ${windowSeconds}-second median`,
    missing: 'no such median',
    terms: (moment) =>
      `the median of at least ${samplesMin} samples of ` +
      `${what} of ${exactToken(inside)} over the ` +
      `${windowSeconds} seconds up to ${moment}, ` +
      describeSource(inside, type === 'liquidity'),
  };
}

/** `$250`, `2.5 SOL`, or a number of holders or tokens */
export function amountOf(text: string, unit: string): string {
  if (unit === 'percent') return `${shortNumber(text, 11)}%`;
  if (unit === 'holders') return shortNumber(text, 11);
  return unit === 'tokens' ? shortNumber(text, 14) : shortAmount(text, unit, 14);
}

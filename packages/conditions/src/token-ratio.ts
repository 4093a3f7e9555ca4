// The price or market capitalisation of one token divided by that of another. Both are read from
// pools with SOL in the same samples, and the median over a window decides.
import type { Address } from '@solana/kit';
import { formatInstant } from '@tote/domain';
import type { ConditionKind, PoolRule } from './condition-kind.ts';
import { SAMPLING_WORDS } from './describe-sampling.ts';
import { evaluateSamples } from './evaluation/evaluate-samples.ts';
import type { Measure } from './evaluation/verdict.ts';
import { invalid } from './field-reader.ts';
import { capitalisationOf, MARKET_CAP_WORDS } from './market-cap.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { readTokenPrice } from './oracles/prices/token-price.ts';
import type { Rational } from './oracles/rational.ts';
import { type Reading, readable, unreadable } from './oracles/reading.ts';
import {
  DEPTH_MIN_SOL,
  findPools,
  type PooledToken,
  type PricedToken,
  poolResolutionRule,
  readPooled,
} from './pool-measured.ts';
import { describeRatio, measureRatio } from './ratio.ts';
import type { RelativeTo } from './relative-to.ts';
import {
  type Comparator,
  describeTrigger,
  readComparator,
  readTiming,
  type Timing,
} from './threshold.ts';
import { measureAbsent, readDecimals, readSampledMint } from './token-subject.ts';

export const RATIO_METRICS = ['price', 'market_cap'] as const;

export interface TokenRatioCondition extends PooledToken, PoolRule {
  readonly type: 'token_ratio';
  readonly metric: (typeof RATIO_METRICS)[number];
  /** The mint whose value the first is divided by, with its decimals and its deepest pool. */
  readonly other: Address;
  readonly otherDecimals: number | null;
  readonly otherPool: Address | null;
  readonly comparator: Comparator;
  readonly threshold: string;
  readonly unit: 'ratio';
  readonly relativeTo?: RelativeTo;
  readonly timing: Timing;
}

const WORDS = { price: 'the price', market_cap: MARKET_CAP_WORDS } as const;

export const tokenRatio: ConditionKind<TokenRatioCondition> = {
  parse(fields, input) {
    const own = readPooled(fields, input);
    const other = fields.address('other');
    if (other === own.tokenAddress) throw invalid('the field other must be another token');
    const hints = input.otherToken?.address === other ? input.otherToken.hints : {};
    return {
      ...{ type: 'token_ratio', ...own, other },
      metric: fields.choice('metric', RATIO_METRICS),
      otherDecimals: readDecimals(fields, 'otherDecimals', hints),
      otherPool: fields.has('otherPool')
        ? fields.nullableAddress('otherPool')
        : (hints.pool ?? null),
      comparator: readComparator(fields),
      threshold: fields.has('threshold') ? fields.decimal('threshold') : '1',
      unit: fields.choice('unit', ['ratio'], 'ratio'),
      timing: readTiming(fields, 'at_expiry'),
    };
  },

  warn: () => ['Both prices come from pools: where these are thin, they are cheap to move.'],

  describe(condition, expiresAt) {
    const { metric, tokenAddress, other, timing, windowSeconds, samplesMin } = condition;
    const moment = formatInstant(expiresAt);
    const what =
      `${WORDS[metric]} of ${tokenAddress} is ${describeRatio(condition)} that of ${other}, ` +
      `in the median of at least ${samplesMin} samples over ${windowSeconds} seconds`;
    const named = [condition.pool, condition.otherPool].filter((pool) => pool !== null);
    const source =
      'Both are read in the same samples, in SOL, each from the deepest of its launchpad’s pools ' +
      `with SOL${named.length === 0 ? '' : ` and of ${named.join(' and ')}`}, which must hold ` +
      `${DEPTH_MIN_SOL} SOL.`;
    if (timing === 'at_expiry') return `Yes if ${what} up to ${moment}; otherwise No. ${source}`;
    return `${describeTrigger(timing, what, moment)} ${source} ${SAMPLING_WORDS}`;
  },

  resolutionRule: poolResolutionRule,

  async listAccounts(condition) {
    const { own, other } = await findPricedTokens(condition);
    return [own, other].flatMap(({ token, pools }) => [token.tokenAddress, ...pools]);
  },

  async measure(condition, sample) {
    return measureTokens(condition, sample, await findPricedTokens(condition));
  },

  async evaluate(condition, evidence, moments) {
    const { timing, windowSeconds, samplesMin } = condition;
    // Derived once: a market may have a sample for every ten seconds of its duration.
    const tokens = await findPricedTokens(condition);
    const measure = (sample: Sample) => measureTokens(condition, sample, tokens);
    const rule = { timing, pool: { windowSeconds, samplesMin }, measure };
    return evaluateSamples(rule, evidence, moments);
  },
};

interface PricedTokens {
  readonly own: PricedToken;
  readonly other: PricedToken;
}

/** Both tokens, each with the pools that count for it. */
export async function findPricedTokens(condition: TokenRatioCondition): Promise<PricedTokens> {
  const { other, otherDecimals: decimals, otherPool: pool } = condition;
  const [token, otherToken] = [condition, { tokenAddress: other, decimals, pool }];
  return {
    own: { token, pools: await findPools(token) },
    other: { token: otherToken, pools: await findPools(otherToken) },
  };
}

function measureTokens(
  condition: TokenRatioCondition,
  sample: Sample,
  { own, other }: PricedTokens,
): Reading<Measure> {
  const value = readValue(condition, sample, own);
  if (!value.ok) return value;
  const otherValue = readValue(condition, sample, other);
  if (!otherValue.ok) return otherValue;
  // Nothing is above or below what does not exist.
  if (otherValue.value === 'absent') {
    return unreadable('missing', `the token ${other.token.tokenAddress} does not exist`);
  }
  if (value.value === 'absent') return measureAbsent(condition);
  if (otherValue.value.numerator <= 0n) {
    return unreadable('not_positive', `${other.token.tokenAddress} is worth nothing`);
  }
  const compared = { value: value.value, other: otherValue.value, unit: 'SOL' } as const;
  return readable(measureRatio(compared, condition));
}

function readValue(
  { metric }: TokenRatioCondition,
  sample: Sample,
  { token, pools }: PricedToken,
): Reading<Rational | 'absent'> {
  const { tokenAddress } = token;
  const mint = readSampledMint(sample, token);
  if (mint.ok && mint.value === 'absent') return readable('absent');
  const price = mint.ok ? readTokenPrice(sample, { tokenAddress, unit: 'SOL', pools }) : mint;
  if (!price.ok) return unreadable(price.code, `${tokenAddress}: ${price.reason}`);
  return readable(metric === 'price' ? price.value.price : capitalisationOf(price.value));
}

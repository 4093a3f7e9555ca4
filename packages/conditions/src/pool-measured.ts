// What prices and market capitalisations have in common. They are read from pools, which can be
// manipulated for a moment, so the median over a window decides.
import type { Address } from '@solana/kit';
import { formatInstant, type UnixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import type { ConditionInput, ConditionKind, PoolRule, ResolutionRule } from './condition-kind.ts';
import { SAMPLING_WORDS } from './describe-sampling.ts';
import { evaluateSamples } from './evaluation/evaluate-samples.ts';
import type { Evidence, MarketMoments, Measure, Verdict } from './evaluation/verdict.ts';
import type { FieldReader } from './field-reader.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { findDerivedPools, findPythPushAddress } from './oracles/derived-addresses.ts';
import { getFeed } from './oracles/price-feeds.ts';
import {
  DEPTH_MIN_LAMPORTS,
  readTokenPrice,
  type TokenPrice,
} from './oracles/prices/token-price.ts';
import { PYTH_RECEIVERS } from './oracles/programs.ts';
import type { Rational } from './oracles/rational.ts';
import { type Reading, readable } from './oracles/reading.ts';
import type { RelativeTo } from './relative-to.ts';
import {
  type Comparator,
  describeThreshold,
  describeTrigger,
  flagsOf,
  holds,
  readComparator,
  readTiming,
  type Timing,
} from './threshold.ts';
import { measureAbsent, readSampledMint, readSubject, type TokenSubject } from './token-subject.ts';

/** For questions, which state no window. */
export const DEFAULT_RULE: PoolRule = { windowSeconds: 60, samplesMin: 3 };
const WINDOW_SECONDS_MAX = 3_600;
export const DEPTH_MIN_SOL = DEPTH_MIN_LAMPORTS / 1_000_000_000n;

/** A token whose price is read from pools. */
export interface PooledToken extends TokenSubject {
  /** Its deepest pool when the market was created; null if there was none. */
  readonly pool: Address | null;
}

/** With the pools that count for it. A curve does not say whose it is. */
export interface PricedToken {
  readonly token: PooledToken;
  readonly pools: ReadonlySet<Address>;
}

export interface PoolMeasured extends PooledToken, PoolRule {
  readonly comparator: Comparator;
  readonly threshold: string;
  readonly unit: 'USD' | 'SOL';
  readonly relativeTo?: RelativeTo;
  readonly timing: Timing;
}

function parsePoolMeasured(fields: FieldReader, input: ConditionInput): PoolMeasured {
  return {
    ...readPooled(fields, input),
    comparator: readComparator(fields),
    threshold: fields.decimal('threshold'),
    unit: fields.choice('unit', ['USD', 'SOL']),
    timing: readTiming(fields, 'at_expiry'),
  };
}

/** The token of the market with its pool, and how pools are observed. */
export function readPooled(fields: FieldReader, input: ConditionInput): PooledToken & PoolRule {
  const rule = input.poolRule ?? DEFAULT_RULE;
  return {
    ...readSubject(fields, input),
    pool: fields.has('pool') ? fields.nullableAddress('pool') : (input.token?.pool ?? null),
    windowSeconds: fields.integer('windowSeconds', {
      least: 1,
      most: WINDOW_SECONDS_MAX,
      fallback: rule.windowSeconds,
    }),
    samplesMin: fields.integer('samplesMin', { least: 1, most: 60, fallback: rule.samplesMin }),
  };
}

const POOL_WARNING =
  'The price comes from the token’s pools: where they are thin, it is cheap to move.';

function describePoolMeasured(
  what: string,
  condition: PoolMeasured,
  expiresAt: UnixSeconds,
): string {
  const { tokenAddress, timing, unit, windowSeconds, samplesMin, pool } = condition;
  const moment = formatInstant(expiresAt);
  const wanted = describeThreshold(condition, unit);
  const source =
    `It is read from the deepest of its launchpad’s pools with SOL` +
    `${pool === null ? '' : ` and the pool ${pool}`}, which must hold ${DEPTH_MIN_SOL} SOL` +
    `${unit === 'USD' ? ', and turned into USD by the Pyth SOL/USD price' : ''}.`;
  const median = `the median of at least ${samplesMin} samples of ${what} of ${tokenAddress}`;
  const span = `over ${windowSeconds} seconds`;
  if (timing === 'at_expiry') {
    return `Yes if ${median}, ${span} up to ${moment}, is ${wanted}; otherwise No. ${source}`;
  }
  const event = `${median}, ${span}, is ${wanted}`;
  return `${describeTrigger(timing, event, moment)} ${source} ${SAMPLING_WORDS}`;
}

export function poolResolutionRule({ timing }: { readonly timing: Timing }): ResolutionRule {
  const isAtExpiry = timing === 'at_expiry';
  return {
    decider: { source: MarketSource.Oracle },
    ...flagsOf(timing),
    isLatched: false,
    closesEarly: isAtExpiry,
  };
}

/** The pools whose address follows from the mint, and the one that was named. */
export async function findPools({
  tokenAddress,
  pool,
}: Pick<PooledToken, 'tokenAddress' | 'pool'>): Promise<Set<Address>> {
  const derived = await findDerivedPools(tokenAddress);
  return new Set(pool === null ? derived : [...derived, pool]);
}

/** The mint, its pools, and the price of SOL. */
async function listPriceAccounts(condition: PoolMeasured): Promise<Address[]> {
  const { feedId } = getFeed('SOL');
  const feeds = PYTH_RECEIVERS.map((receiver) => findPythPushAddress(feedId, { receiver }));
  const pools = await findPools(condition);
  return [condition.tokenAddress, ...pools, ...(await Promise.all(feeds))];
}

/** Computes the measured value from a price: the price itself, or the capitalisation. */
type FromPrice = (price: TokenPrice) => Rational;

async function measurePool(
  condition: PoolMeasured,
  sample: Sample,
  fromPrice: FromPrice,
): Promise<Reading<Measure>> {
  const pools = await findPools(condition);
  return measureWith(condition, sample, { fromPrice, pools });
}

function measureWith(
  condition: PoolMeasured,
  sample: Sample,
  { fromPrice, pools }: { fromPrice: FromPrice; pools: ReadonlySet<Address> },
): Reading<Measure> {
  const mint = readSampledMint(sample, condition);
  if (!mint.ok) return mint;
  if (mint.value === 'absent') return measureAbsent(condition);
  const { tokenAddress, unit } = condition;
  const price = readTokenPrice(sample, { tokenAddress, unit, pools });
  if (!price.ok) return price;
  const value = fromPrice(price.value);
  return readable({ value, isMet: holds(value, condition) });
}

async function evaluatePool(
  condition: PoolMeasured,
  fromPrice: FromPrice,
  { evidence, moments }: { evidence: Evidence; moments: MarketMoments },
): Promise<Verdict> {
  const { timing, windowSeconds, samplesMin } = condition;
  const rule = { timing, pool: { windowSeconds, samplesMin } };
  // Derived once: a market may have a sample for every ten seconds of its duration.
  const pools = await findPools(condition);
  const measure = (sample: Sample) => measureWith(condition, sample, { fromPrice, pools });
  return evaluateSamples({ ...rule, measure }, evidence, moments);
}

/** A type of condition on a value that follows from the price in the token's pools. */
export function poolKind<Type extends string>(
  type: Type,
  what: string,
  fromPrice: FromPrice,
): ConditionKind<PoolMeasured & { readonly type: Type }> {
  return {
    parse: (fields, input) => ({ type, ...parsePoolMeasured(fields, input) }),
    warn: () => [POOL_WARNING],
    describe: (condition, expiresAt) => describePoolMeasured(what, condition, expiresAt),
    resolutionRule: poolResolutionRule,
    listAccounts: listPriceAccounts,
    measure: (condition, sample) => measurePool(condition, sample, fromPrice),
    evaluate: (condition, evidence, moments) =>
      evaluatePool(condition, fromPrice, { evidence, moments }),
  };
}

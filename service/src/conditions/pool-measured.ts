// What prices and market capitalisations have in common: pools say them, and pools are for sale, so
// that the median over a window decides.
import type { Address } from '@solana/kit';
import { formatInstant, type UnixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import type { Sample } from '../oracles/account-snapshot.ts';
import {
  findLaunchLabPoolAddress,
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
  findPythPushAddress,
} from '../oracles/derived-addresses.ts';
import { getFeed } from '../oracles/price-feeds.ts';
import type { TokenPrice } from '../oracles/prices/token-price.ts';
import { DEPTH_MIN_LAMPORTS, readTokenPrice } from '../oracles/prices/token-price.ts';
import { PYTH_RECEIVERS } from '../oracles/programs.ts';
import { type Reading, readable } from '../oracles/reading.ts';
import type { ConditionInput, Decision, PoolRule } from './condition.ts';
import { evaluateSamples } from './evaluation/evaluate-samples.ts';
import type { Evidence, MarketMoments, Measure } from './evaluation/verdict.ts';
import type { FieldReader } from './field-reader.ts';
import {
  type Comparator,
  describeThreshold,
  readComparator,
  readTiming,
  type Timing,
} from './threshold.ts';
import { readSampledMint, readSubject, type TokenSubject } from './token-subject.ts';

const DEFAULT_RULE: PoolRule = { windowSeconds: 60, samplesMin: 3 };
const WINDOW_SECONDS_MAX = 3_600;
const LAMPORTS_PER_SOL = 1_000_000_000n;

export interface PoolMeasured extends TokenSubject, PoolRule {
  readonly comparator: Comparator;
  readonly threshold: string;
  readonly unit: 'USD' | 'SOL';
  readonly timing: Timing;
}

export function parsePoolMeasured(fields: FieldReader, input: ConditionInput): PoolMeasured {
  const rule = input.poolRule ?? DEFAULT_RULE;
  return {
    ...readSubject(fields, input),
    comparator: readComparator(fields),
    threshold: fields.decimal('threshold'),
    unit: fields.choice('unit', ['USD', 'SOL']),
    timing: readTiming(fields, 'at_expiry'),
    windowSeconds: fields.integer('windowSeconds', {
      least: 1,
      most: WINDOW_SECONDS_MAX,
      fallback: rule.windowSeconds,
    }),
    samplesMin: fields.integer('samplesMin', { least: 1, most: 60, fallback: rule.samplesMin }),
  };
}

export const POOL_WARNING =
  'The price comes from the token’s pools: where they are thin, it is cheap to move.';

export function describePoolMeasured(
  what: string,
  condition: PoolMeasured,
  expiresAt: UnixSeconds,
): string {
  const { tokenAddress, timing, unit, windowSeconds, samplesMin } = condition;
  const moment = formatInstant(expiresAt);
  const wanted = describeThreshold(condition, unit);
  const source =
    `It is read from the deepest pool with SOL, which must hold ` +
    `${DEPTH_MIN_LAMPORTS / LAMPORTS_PER_SOL} SOL` +
    `${unit === 'USD' ? ', and turned into USD by the Pyth SOL/USD price' : ''}.`;
  const median = `the median of at least ${samplesMin} samples of ${what} of ${tokenAddress}`;
  const span = `over ${windowSeconds} seconds`;
  if (timing === 'at_expiry') {
    return `Yes if ${median}, ${span} up to ${moment}, is ${wanted}; otherwise No. ${source}`;
  }
  return (
    `Yes as soon as ${median}, ${span}, is ${wanted}, at any time before ${moment}; ` +
    `otherwise No. ${source}`
  );
}

export function decidePoolMeasured({ timing }: PoolMeasured): Decision {
  const isAtExpiry = timing === 'at_expiry';
  return {
    decider: { source: MarketSource.Oracle },
    isTriggered: !isAtExpiry,
    isLatched: false,
    closesEarly: isAtExpiry,
  };
}

/** The mint, every pool whose address follows from it, and the price of SOL. */
export async function listPriceAccounts({ tokenAddress }: TokenSubject): Promise<Address[]> {
  const { feedId } = getFeed('SOL');
  const derived = await Promise.all([
    findPumpCurveAddress(tokenAddress),
    findPumpSwapPoolAddress(tokenAddress),
    findLaunchLabPoolAddress(tokenAddress),
    ...PYTH_RECEIVERS.map((receiver) => findPythPushAddress(feedId, { receiver })),
  ]);
  return [tokenAddress, ...derived];
}

/** The price in the sample; `absent` if the mint verifiably does not exist. */
export async function readSampledPrice(
  sample: Sample,
  condition: PoolMeasured,
): Promise<Reading<TokenPrice | 'absent'>> {
  const mint = readSampledMint(sample, condition);
  if (!mint.ok) return mint;
  if (mint.value === 'absent') return readable('absent');
  const { tokenAddress, unit } = condition;
  const pumpCurve = await findPumpCurveAddress(tokenAddress);
  return readTokenPrice(sample, { tokenAddress, unit, pumpCurve });
}

export function evaluatePoolMeasured(
  { timing, windowSeconds, samplesMin }: PoolMeasured,
  measure: (sample: Sample) => Promise<Reading<Measure>>,
  { evidence, moments }: { evidence: Evidence; moments: MarketMoments },
) {
  const pool = { windowSeconds, samplesMin };
  return evaluateSamples({ timing, pool, measure }, evidence, moments);
}

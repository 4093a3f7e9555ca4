// The current value of an open market's condition, if it is a number.
import type { Address } from '@solana/kit';
import type { Condition } from '@tote/conditions/condition';
import { describeProgress, measureCondition, type Progress } from '@tote/conditions/evaluate';
import { findAccount, type Sample } from '@tote/conditions/oracles/account-snapshot';
import { findPumpCurveAddress } from '@tote/conditions/oracles/derived-addresses';
import { decodePumpCurve } from '@tote/conditions/oracles/layouts/pump-curve';
import { formatRational, rational } from '@tote/conditions/oracles/rational';
import { unixSeconds } from '@tote/domain';
import { FreshSamples } from '../keeper/observe/fresh-samples.ts';
import { findSource, type SampleSource } from '../keeper/observe/sample-source.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { QueryContext } from './query-context.ts';

/** How long a sample is cached, whatever the number of requests. */
const KEPT_MS = 500;
const COUNT_KEPT_MS = 4_000;
/** What each pump.fun curve sells, in base units. */
const PUMP_CURVE_TOKENS = 793_100_000_000_000n;
const BASIS_POINTS = 10_000n;

/** The last progress of a market, and the sample that it was measured in. */
interface Measured {
  readonly samples: FreshSamples;
  readonly source: SampleSource;
  readonly sample: Sample;
  readonly progress: Progress;
}

export class ProgressReader {
  readonly #samples: FreshSamples;
  /** Counting holders takes longer. */
  readonly #counts: FreshSamples;
  readonly #sources = new WeakMap<MarketView, Promise<SampleSource>>();
  /** Requests for the same sample share one measurement. */
  readonly #measuring = new WeakMap<Sample, WeakMap<MarketView, Promise<Progress | null>>>();
  readonly #measured = new WeakMap<MarketView, Measured>();

  constructor({ chain }: Pick<QueryContext, 'chain'>) {
    this.#samples = new FreshSamples(chain, KEPT_MS);
    this.#counts = new FreshSamples(chain, COUNT_KEPT_MS);
  }

  /** Undefined if the market never has a number, null if there is none now. */
  async find(market: MarketView): Promise<Progress | null | undefined> {
    // The condition does not decide this market, so a number would mislead.
    if (market.mismatch !== null) return undefined;
    const { parsedCondition: condition } = market;
    if (condition.type === 'unknown' || !isMeasurable(condition)) return undefined;
    try {
      const samples = condition.type === 'holder_count' ? this.#counts : this.#samples;
      const source = await this.#findSource(market, condition);
      const sample = await samples.findOf(source);
      const progress = await this.#measureOnce(market, condition, sample);
      if (progress) this.#measured.set(market, { samples, source, sample, progress });
      return progress;
    } catch {
      // Progress is optional: the market is shown without it.
      return null;
    }
  }

  /** The object that `find` would give without reading anything; undefined if it would read. */
  current(market: MarketView): Progress | undefined {
    const measured = this.#measured.get(market);
    if (!measured) return undefined;
    const { samples, source, sample, progress } = measured;
    return samples.peek(source) === sample ? progress : undefined;
  }

  #findSource(market: MarketView, condition: Condition): Promise<SampleSource> {
    const known = this.#sources.get(market) ?? findSource(condition);
    this.#sources.set(market, known);
    return known;
  }

  #measureOnce(market: MarketView, condition: Condition, sample: Sample) {
    const ofSample = this.#measuring.get(sample) ?? new WeakMap();
    this.#measuring.set(sample, ofSample);
    const measuring = ofSample.get(market) ?? this.#measure(market, condition, sample);
    ofSample.set(market, measuring);
    return measuring;
  }

  async #measure(
    market: MarketView,
    condition: Condition,
    sample: Sample,
  ): Promise<Progress | null> {
    if (condition.type === 'token_event') return measureCurve(sample, condition.tokenAddress);
    // A price from before the market's creation does not decide, but it is progress.
    const { expiresAt } = market;
    const moments = { createdAt: unixSeconds(0), expiresAt, now: sample.observedAt };
    const measure = await measureCondition(condition, sample, moments);
    return (measure.ok && describeProgress(condition, measure.value)) || null;
  }
}

function isMeasurable(condition: Condition): boolean {
  if (condition.type === 'token_event') {
    return condition.event === 'curve_complete' && condition.launchpad === 'pump';
  }
  return 'threshold' in condition;
}

async function measureCurve(sample: Sample, mint: Address): Promise<Progress | null> {
  const account = findAccount(sample, await findPumpCurveAddress(mint));
  const curve = account && decodePumpCurve(account);
  if (!curve?.ok) return null;
  const { isComplete, realTokenReserves: left } = curve.value;
  if (left > PUMP_CURVE_TOKENS) return null;
  const sold = ((PUMP_CURVE_TOKENS - left) * BASIS_POINTS) / PUMP_CURVE_TOKENS;
  const current = isComplete ? '100' : formatRational(rational(sold, 100n));
  return { current, target: '100', unit: 'percent of the curve sold' };
}

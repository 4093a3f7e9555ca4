// The current value of an open market's condition, if it is a number.
import { RecentMap } from '@tote/chain/lib/recent-map';
import type { Condition } from '@tote/conditions/condition';
import { progressOf } from '@tote/conditions/evaluate';
import type { Progress } from '@tote/conditions/evaluation/verdict';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { FreshSamples } from '../keeper/observe/fresh-samples.ts';
import { findSource, type SampleSource } from '../keeper/observe/source-reader.ts';
import { listStartSamples } from '../keeper/observe/start-samples.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { QueryContext } from './query-context.ts';

const KEPT_MS = 500;
const COUNT_KEPT_MS = 4_000;

const SPACING_SECONDS = 5;
const VALUES_MAX = 400;
const VALUED_MARKETS_MAX = 500;

interface MeasuredValue {
  readonly at: UnixSeconds;
  readonly value: string;
}

/** Markets about the price of the same feed share its values. */
const valuesKey = ({ id, parsedCondition }: MarketView, source: SampleSource) =>
  parsedCondition.type === 'price_feed' ? source.key : id;

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
  readonly #measuring = new WeakMap<Sample, WeakMap<MarketView, Promise<Progress | null>>>();
  readonly #measured = new WeakMap<MarketView, Measured>();
  readonly #values = new RecentMap<string, readonly MeasuredValue[]>(VALUED_MARKETS_MAX);

  readonly #store: QueryContext['store'];

  constructor({ chain, store }: Pick<QueryContext, 'chain' | 'store'>) {
    this.#store = store;
    this.#samples = new FreshSamples(chain, KEPT_MS);
    this.#counts = new FreshSamples(chain, COUNT_KEPT_MS, { store });
  }

  /** Undefined if the market never has a number, null if there is none now. */
  async find(market: MarketView): Promise<Progress | null | undefined> {
    // The condition does not decide this market, so a number would mislead.
    if (market.mismatch !== null) return undefined;
    const { parsedCondition: condition } = market;
    if (condition.type === 'unknown' || !progressOf(condition)) return undefined;
    try {
      const { holders, launches } = kindOf(condition);
      const samples = (holders ?? launches) ? this.#counts : this.#samples;
      const source = await this.#findSource(market, condition);
      const sample = await samples.findOf(source);
      const progress = await this.#measureOnce(market, condition, sample);
      if (progress) {
        this.#measured.set(market, { samples, source, sample, progress });
        this.#note(valuesKey(market, source), sample.observedAt, progress.current);
      }
      return progress;
    } catch {
      // Progress is optional: the market is shown without it.
      return null;
    }
  }

  /** What was measured since the start of this process, oldest first. */
  async values(market: MarketView): Promise<readonly MeasuredValue[]> {
    const source = await this.#sources.get(market);
    return (source && this.#values.get(valuesKey(market, source))) ?? [];
  }

  #note(key: string, at: UnixSeconds, value: string): void {
    const values = this.#values.get(key) ?? [];
    if (at - (values.at(-1)?.at ?? 0) < SPACING_SECONDS) return;
    // The older ones get sparse, so that the chart of a long life stays small.
    const kept = values.length < VALUES_MAX ? values : values.filter((_, index) => index % 2 === 0);
    this.#values.set(key, [...kept, { at, value }]);
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

  async #measure(market: MarketView, condition: Condition, sample: Sample) {
    // A price from before the market's creation does not decide, but it is progress.
    const { expiresAt } = market;
    const moments = { createdAt: unixSeconds(0), expiresAt, now: sample.observedAt };
    const start = await listStartSamples(this.#store.db, market.id, condition);
    return (await progressOf(condition)?.(sample, moments, start)) ?? null;
  }
}

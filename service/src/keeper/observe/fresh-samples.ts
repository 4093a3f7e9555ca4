import type { Chain } from '@tote/chain/chain';
import { pollUntil } from '@tote/chain/lib/poll-until';
import type { Condition } from '@tote/conditions/condition';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { readSampleText } from '@tote/conditions/sampled-evidence';
import { DomainError } from '@tote/domain';
import { listSamples } from '../../store/journal/samples.ts';
import type { Store } from '../../store/store.ts';
import { COUNT_KEPT_SECONDS } from './schedule.ts';
import { findSource, type SampleSource, SourceReader, type TakenSample } from './source-reader.ts';

const CACHED_MAX = 1_000;
/** The sandbox may have moved the clock; then a cached sample is too old. */
const BEHIND_SECONDS_MAX = 5;

interface CachedSample {
  readonly atMs: number;
  readonly taken: Promise<Sample>;
  sample?: Sample;
}

type KnownCounts = { readonly store: Store; readonly reads?: number };

/** Samples that are at most `ttlMs` old. Concurrent requests for a source share one read. */
export class FreshSamples {
  readonly #chain: Pick<Chain, 'rpc' | 'clock'>;
  readonly #reader: SourceReader;
  readonly #ttlMs: number;
  readonly #cache = new Map<string, CachedSample>();

  constructor(chain: Pick<Chain, 'rpc' | 'clock'>, ttlMs: number, counts?: KnownCounts) {
    this.#chain = chain;
    this.#reader = new SourceReader(chain, counts && ((source) => this.#readCount(counts, source)));
    this.#ttlMs = ttlMs;
  }

  async find(condition: Condition): Promise<Sample> {
    return this.findOf(await findSource(condition));
  }

  async findOf(source: SampleSource): Promise<Sample> {
    const cached = this.#findYoung(source);
    if (cached) {
      const sample = await cached.taken;
      if (this.#isCurrent(sample)) return sample;
      if (this.#cache.get(source.key) !== cached) return this.findOf(source);
    }
    return this.#take(source);
  }

  /** Only the replica that samples counts launches. Here its last count is enough. */
  async #readCount({ store, reads = 1 }: KnownCounts, { key }: SampleSource): Promise<TakenSample> {
    const find = async () => {
      const now = this.#chain.clock.now();
      const span = { from: now - COUNT_KEPT_SECONDS, to: now + COUNT_KEPT_SECONDS };
      return (await listSamples(store.db, key, span)).at(-1);
    };
    const text = await pollUntil(find, (found) => found !== undefined, { everyMs: 250, reads });
    if (text === undefined) {
      throw new DomainError('condition_unreadable', { reason: 'they are not counted yet' });
    }
    const sample = readSampleText(text);
    return { sample, endedAt: sample.observedAt };
  }

  peek(source: SampleSource): Sample | undefined {
    const sample = this.#findYoung(source)?.sample;
    return sample && this.#isCurrent(sample) ? sample : undefined;
  }

  #findYoung({ key }: SampleSource): CachedSample | undefined {
    const cached = this.#cache.get(key);
    return cached && performance.now() - cached.atMs < this.#ttlMs ? cached : undefined;
  }

  #isCurrent({ observedAt }: Sample): boolean {
    return this.#chain.clock.now() - observedAt <= BEHIND_SECONDS_MAX;
  }

  #take(source: SampleSource): Promise<Sample> {
    if (this.#cache.size >= CACHED_MAX) this.#cache.clear();
    const taken = this.#reader.read(source).then(({ sample }) => sample);
    const cached: CachedSample = { atMs: performance.now(), taken };
    this.#cache.set(source.key, cached);
    taken.then(
      (sample) => {
        cached.sample = sample;
      },
      // A failed read is not cached: the next request tries again.
      () => this.#cache.get(source.key) === cached && this.#cache.delete(source.key),
    );
    return taken;
  }
}

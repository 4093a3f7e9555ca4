import type { Chain } from '@tote/chain/chain';
import type { Condition } from '@tote/conditions/condition';
import type { Sample } from '@tote/oracles/account-snapshot';
import { findSource, type SampleSource } from './sample-source.ts';
import { SourceReader } from './source-reader.ts';

const KEPT_MAX = 1_000;
/** A clock that was moved makes everything old. */
const BEHIND_SECONDS_MAX = 5;

interface Kept {
  readonly atMs: number;
  readonly taken: Promise<Sample>;
}

/** What conditions are about, as it is now. However many ask at once, the chain is asked once. */
export class FreshSamples {
  readonly #chain: Pick<Chain, 'rpc' | 'clock'>;
  readonly #reader: SourceReader;
  readonly #keptMs: number;
  readonly #kept = new Map<string, Kept>();

  constructor(chain: Pick<Chain, 'rpc' | 'clock'>, keptMs: number) {
    this.#chain = chain;
    this.#reader = new SourceReader(chain);
    this.#keptMs = keptMs;
  }

  async find(condition: Condition): Promise<Sample> {
    return this.findOf(await findSource(condition));
  }

  async findOf(source: SampleSource): Promise<Sample> {
    const kept = this.#kept.get(source.key);
    if (kept && performance.now() - kept.atMs < this.#keptMs) {
      const sample = await kept.taken;
      if (this.#chain.clock.now() - sample.observedAt <= BEHIND_SECONDS_MAX) return sample;
      if (this.#kept.get(source.key) !== kept) return this.findOf(source);
    }
    return this.#take(source);
  }

  #take(source: SampleSource): Promise<Sample> {
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear();
    const taken = this.#reader.read(source).then(({ sample }) => sample);
    const kept = { atMs: performance.now(), taken };
    this.#kept.set(source.key, kept);
    // What failed is tried again by whoever comes next.
    taken.catch(() => {
      if (this.#kept.get(source.key) === kept) this.#kept.delete(source.key);
    });
    return taken;
  }
}

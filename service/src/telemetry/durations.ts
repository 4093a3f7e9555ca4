// A histogram of durations. It uses plain arrays: an observation in prom-client's own histogram
// costs a tenth of a fast response.
import type { MetricValue } from './metrics.ts';

export class Durations {
  readonly #boundsMs: readonly number[];
  /** Per bucket, not cumulative; the last bucket is above all bounds. */
  readonly #counts: number[];
  #sumMs = 0;

  constructor(boundsMs: readonly number[]) {
    this.#boundsMs = boundsMs;
    this.#counts = new Array<number>(boundsMs.length + 1).fill(0);
  }

  add(ms: number): void {
    const bounds = this.#boundsMs;
    let index = 0;
    while (index < bounds.length && ms > (bounds[index] as number)) index += 1;
    this.#counts[index] = (this.#counts[index] as number) + 1;
    this.#sumMs += ms;
  }

  /** `name` is the name of the histogram. */
  values(name: string, labels: Readonly<Record<string, string | number>>): MetricValue[] {
    let total = 0;
    const buckets = this.#counts.map((count, index) => {
      const bound = this.#boundsMs[index];
      const le = bound === undefined ? '+Inf' : bound / 1_000;
      total += count;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sumMs / 1_000 },
      { metricName: `${name}_count`, labels, value: total },
    ];
  }
}

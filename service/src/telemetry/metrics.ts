// The metrics of the service. Its parts count in plain numbers, and each metric is a function that
// is called when somebody asks for the metrics, so that nothing is computed before.
import { within } from '@tote/chain/lib/within';
import type { Metric as ClientMetric, Registry } from 'prom-client';

/** Whoever asks more often gets the same page: some metrics are read from database and chain. */
const KEPT_MS = 1_000;
const READ_MS_MAX = 3_000;

export interface MetricValue {
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}

type MetricReading = number | undefined | readonly MetricValue[];

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  read(): MetricReading | Promise<MetricReading>;
}

const metricOf =
  (type: 'gauge' | 'counter') => (name: string, help: string, read: Metric['read']) => {
    return { name, help, type, read };
  };

export const gauge = metricOf('gauge');
export const counter = metricOf('counter');

/** Known keys begin at zero: Prometheus misses the first value of a count that appears later. */
export class Tally {
  readonly #counts: Map<string, number>;

  constructor(keys: readonly string[]) {
    this.#counts = new Map(keys.map((key) => [key, 0]));
  }

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  values(label: string): MetricValue[] {
    return [...this.#counts].map(([key, value]) => ({ labels: { [label]: key }, value }));
  }
}

interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

export class Metrics {
  readonly #metrics: Metric[] = [];
  #rendered: { readonly atMs: number; readonly page: Promise<MetricsPage> } | undefined;

  add(...metrics: readonly Metric[]): void {
    this.#metrics.push(...metrics);
  }

  render(): Promise<MetricsPage> {
    const nowMs = performance.now();
    if (!this.#rendered || nowMs - this.#rendered.atMs >= KEPT_MS) {
      this.#rendered = { atMs: nowMs, page: this.#render() };
    }
    return this.#rendered.page;
  }

  async #render(): Promise<MetricsPage> {
    processMetrics ??= collectProcessMetrics();
    const ofProcess = await processMetrics;
    const { Registry } = await loadClient();
    const registry = new Registry();
    for (const metric of this.#metrics) registry.registerMetric(toClientMetric(metric));
    const texts = [await registry.metrics(), await ofProcess.metrics()];
    return { contentType: registry.contentType, text: texts.join('\n') };
  }
}

let processMetrics: Promise<Registry> | undefined;

async function collectProcessMetrics(): Promise<Registry> {
  const { Registry, collectDefaultMetrics } = await loadClient();
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/** By the first request. The compiled module has nothing but its default export. */
async function loadClient() {
  return (await import('prom-client')).default;
}

function toClientMetric({ name, help, type, read }: Metric): ClientMetric {
  const get = async () => {
    const reading = await within(Promise.resolve().then(read), READ_MS_MAX).catch(() => undefined);
    const values = typeof reading === 'number' ? [{ value: reading }] : (reading ?? []);
    return { name, help, type, values };
  };
  return { name, get } as unknown as ClientMetric;
}

// A histogram of durations. It uses plain arrays: an observation in prom-client's own histogram
// costs a tenth of a fast response.

export class Durations {
  readonly #boundsMs: readonly number[];
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

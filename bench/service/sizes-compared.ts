// Measures the same requests with little and with much data, in turn.
import { type Cost, costOf, type Load, measure } from './load.ts';

/** What grows: the size of each of the two, and what the same costs there. */
export interface SizesCompared {
  readonly what: string;
  /** Of what there is more, for instance `markets`. */
  readonly of: string;
  readonly small: Cost & { readonly size: number };
  readonly large: Cost & { readonly size: number };
}

export interface Sized {
  readonly size: number;
  readonly load: Load;
}

export interface Comparison {
  readonly what: string;
  readonly of: string;
  readonly small: Sized;
  readonly large: Sized;
}

/** A page that is deep in much data takes long; more at once would only wait for each other. */
export const READERS = 8;
const PROBES = 20;
const [REQUESTS_MIN, REQUESTS_MAX] = [2 * READERS, 50_000];

/**
 * A number of requests that takes about as long as the load says. So no answer is left over when
 * the time ends, which would count as the cost of others.
 */
async function measureCount({ size, load }: Sized): Promise<SizesCompared['small']> {
  const wanted = Math.round((load.seconds * 1000) / (await probe(load)));
  const amount = Math.min(REQUESTS_MAX, Math.max(REQUESTS_MIN, wanted));
  const measured = await measure({ ...load, amount });
  if (measured.failed > 0) throw new Error(`${load.requests[0]?.path}: ${measured.failed} failed`);
  return { size, ...costOf(measured) };
}

/** Milliseconds of one request that waits for no other. */
async function probe({ server, requests: [request] }: Load): Promise<number> {
  const times: number[] = [];
  while (times.length < PROBES) {
    const startedAt = performance.now();
    const { headers = {}, path = '' } = request ?? {};
    await (await fetch(new URL(path, server.url), { headers })).text();
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}

export async function compareReads(comparison: Comparison): Promise<SizesCompared> {
  const { what, of, small, large } = comparison;
  return { what, of, small: await measureCount(small), large: await measureCount(large) };
}

export async function compareLoads(comparison: Comparison): Promise<SizesCompared> {
  const { what, of, small, large } = comparison;
  const costs = async ({ size, load }: Sized) => ({ size, ...costOf(await measure(load)) });
  return { what, of, small: await costs(small), large: await costs(large) };
}

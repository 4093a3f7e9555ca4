// Measures the same requests with little and with much data, in turn.
import { type Cost, costOf, type Load, measure } from './load.ts';
import { medianOf } from './median.ts';

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
const PROBES = 5;
const SLOW_MS = 20;

/**
 * Of slow requests a number that takes about as long as the load says. So none is left over when
 * the time ends, which would count as the cost of the others.
 */
async function measureRead({ size, load }: Sized): Promise<SizesCompared['small']> {
  const eachMs = await probe(load);
  if (eachMs < SLOW_MS) return { size, ...costOf(await measure(load)) };
  const amount = Math.max(2 * READERS, Math.round((load.seconds * 1000) / eachMs));
  return { size, ...costOf(await measure({ ...load, amount })) };
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

export function compareReads(comparison: Comparison): Promise<SizesCompared> {
  return compare(comparison, measureRead);
}

export function compareLoads(comparison: Comparison): Promise<SizesCompared> {
  return compare(comparison, async ({ size, load }) => ({ size, ...costOf(await measure(load)) }));
}

/** In two halves, in this order, so that a machine that gets slower meanwhile meets both. */
async function compare(
  { what, of, small, large }: Comparison,
  measureHalf: (sized: Sized) => Promise<SizesCompared['small']>,
): Promise<SizesCompared> {
  const halfOf = ({ size, load }: Sized) =>
    measureHalf({ size, load: { ...load, seconds: load.seconds / 2 } });
  const smallFirst = await halfOf(small);
  const larges = [await halfOf(large), await halfOf(large)];
  const smalls = [smallFirst, await halfOf(small)];
  // The median of two is their mean.
  return { what, of, small: medianOf(smalls), large: medianOf(larges) };
}

// Measures bets in one market while many other markets expire in the same second.
import { type Bench, betLoad, withBench } from './bench-service.ts';
import { count, createExpiring, until } from './keeper-bench.ts';
import { type Measured, measure } from './load.ts';
import { repeat } from './progress.ts';

export interface BurstMeasured {
  readonly markets: number;
  /** From the expiry to the last outcome. */
  readonly resolvedMs: number;
  readonly idle: Betting;
  /** Until the last one had its outcome. */
  readonly during: Betting;
}

type Betting = Pick<Measured, 'perSecond' | 'p99Ms' | 'failed'>;

const SLICE_SECONDS = 2;
const IDLE_SLICES = 4;

export function measureBurst(markets: number, runs: number): Promise<BurstMeasured[]> {
  // With some to spare for those that are created first.
  const limit = { TOTE_MARKETS_PER_CREATOR: String(2 * markets) };
  return repeat(runs, 'burst', () => withBench((bench) => measureOnce(bench, markets), limit));
}

async function measureOnce(bench: Bench, markets: number): Promise<BurstMeasured> {
  const { child, dir, apiKeys } = bench;
  const offsets = Array.from({ length: markets }, () => 0);
  const market = await bench.createMarket();
  const idle = await measureSlices(bench, market, (slices) => slices === IDLE_SLICES);
  const { from } = await createExpiring(child.url, apiKeys[0] as string, offsets);
  await until(() => Date.now() >= from * 1000);
  const open = 'from markets where expires_at = ? and state = 1';
  const isOver = () => count(dir, open, from) === 0;
  let resolvedMs = Number.NaN;
  const watching = until(isOver).then(() => {
    resolvedMs = Date.now() - from * 1000;
  });
  const during = await measureSlices(bench, market, () => !Number.isNaN(resolvedMs));
  await watching;
  return { markets, resolvedMs, idle, during };
}

/** Consecutive short runs: their sum, and the worst latency. */
async function measureSlices(
  bench: Bench,
  market: string,
  isDone: (slices: number) => boolean,
): Promise<Betting> {
  const slices: Betting[] = [];
  while (!isDone(slices.length)) {
    slices.push(await measure(betLoad(bench, [market], SLICE_SECONDS)));
  }
  const sum = (key: keyof Betting) => slices.reduce((all, slice) => all + slice[key], 0);
  const worst = (key: keyof Betting) => Math.max(...slices.map((slice) => slice[key]));
  return {
    perSecond: sum('perSecond') / slices.length,
    p99Ms: worst('p99Ms'),
    failed: sum('failed'),
  };
}

// Measures the time from a market's expiry to its outcome.
import {
  apiKeyOf,
  count,
  createExpiring,
  percentile,
  query,
  startKeeperBench,
  until,
} from './keeper-bench.ts';
import { repeat } from './progress.ts';

export interface ResolutionsMeasured {
  readonly what: string;
  readonly markets: number;
  /** Milliseconds of wall time from the expiry to the event of the feed. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Seconds of the chain's own clock, from the expiry to the resolution on chain. */
  readonly chainP99Seconds: number;
}

const SPREAD_SECONDS = 20;

export async function measureResolutions(
  markets: number,
  runs: number,
): Promise<ResolutionsMeasured[][]> {
  const bench = await startKeeperBench();
  try {
    const spread = Array.from({ length: markets }, (_, index) => index % SPREAD_SECONDS);
    const atOnce = spread.map(() => 0);
    return await repeat(runs, 'resolutions', async () => [
      await measureExpiry(bench, `over ${SPREAD_SECONDS} seconds`, spread),
      await measureExpiry(bench, 'all in the same second', atOnce),
    ]);
  } finally {
    await bench.stop();
  }
}

async function measureExpiry(
  { child, dir }: Pick<Awaited<ReturnType<typeof startKeeperBench>>, 'child' | 'dir'>,
  what: string,
  offsets: readonly number[],
): Promise<ResolutionsMeasured> {
  const { from } = await createExpiring(child.url, apiKeyOf(dir, 'alice'), offsets);
  const to = from + Math.max(...offsets);
  const expired = 'from markets where expires_at between ? and ? and resolved_at is not null';
  await until(() => count(dir, expired, from, to) === offsets.length);
  const rows = query<{ chain: number; wall: number }>(
    dir,
    `select resolved_at - expires_at as chain, feed.created_at - expires_at * 1000 as wall
      from markets join feed on feed.market_id = markets.id and feed.type = 'market.resolved'
      where expires_at between ? and ?`,
    from,
    to,
  );
  const wall = rows.map((row) => row.wall);
  const chain = rows.map((row) => row.chain);
  return {
    what,
    markets: rows.length,
    p50Ms: percentile(wall, 0.5),
    p99Ms: percentile(wall, 0.99),
    chainP99Seconds: percentile(chain, 0.99),
  };
}

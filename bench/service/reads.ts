// Measures reads over HTTP with few and with many markets, each compared with an echo of the same
// bytes.
import { type Bench, COPIES, withBench } from './bench-service.ts';
import { copyMarkets } from './copy-markets.ts';
import { echoLoad, startEcho } from './echo.ts';
import { type Load, type Measured, measure, warmUp } from './load.ts';
import { progress } from './progress.ts';

export type ReadKind = 'list' | 'filteredList' | 'searchedList' | 'sortedList' | DetailKind;
type DetailKind = 'detail' | 'measuredDetail';

export interface ReadMeasured {
  readonly kind: ReadKind;
  readonly markets: number;
  readonly echo: Measured;
  readonly ours: Measured;
}

/** Its detail shows the present price, so it is not cached. */
const MEASURED_QUESTION = 'Will SOL be above $200 at expiry?';

export function measureReads(
  sizes: readonly number[],
  seconds: number,
  runs: number,
): Promise<ReadMeasured[][]> {
  return withBench(async (bench) => {
    const id = await bench.createMarket();
    const measuredId = await bench.createMarket(MEASURED_QUESTION);
    const { creator } = (await (await fetch(`${bench.child.url}/markets/${id}`)).json()) as {
      creator: string;
    };
    const paths: Record<ReadKind, string> = {
      list: '/v1/markets',
      filteredList: `/v1/markets?creator=${creator}&currency=SOL&decidedBy=attestation`,
      searchedList: '/v1/markets?q=rain+lisbon',
      sortedList: '/v1/markets?sort=volume',
      detail: `/v1/markets/${id}`,
      measuredDetail: `/v1/markets/${measuredId}`,
    };
    const all: ReadMeasured[][] = Array.from({ length: runs }, () => []);
    for (const markets of sizes) {
      progress(`reads: ${markets} markets`);
      copyMarkets(bench.dir, id, markets);
      for (const [kind, path] of Object.entries(paths)) {
        const measured = await measureRead(bench, path, seconds, runs);
        for (const [run, { echo, ours }] of measured.entries()) {
          all[run]?.push({ kind: kind as ReadKind, markets, echo, ours });
        }
      }
    }
    return all;
  }, COPIES);
}

async function measureRead(bench: Bench, path: string, seconds: number, runs: number) {
  const answer = await (await fetch(new URL(path, bench.child.url))).text();
  const echo = await startEcho(answer);
  try {
    const theirs = echoLoad(echo, seconds, 'GET');
    const ours: Load = { server: bench.child, seconds, requests: [{ path }] };
    await warmUp(theirs);
    await warmUp(ours);
    const measured: { echo: Measured; ours: Measured }[] = [];
    while (measured.length < runs) {
      measured.push({ echo: await measure(theirs), ours: await measure(ours) });
    }
    return measured;
  } finally {
    await echo.stop();
  }
}

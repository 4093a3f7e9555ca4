// Measures a market that many people look at: the event streams of open pages, while bets arrive.
import { setTimeout as sleep } from 'node:timers/promises';
import { BET_BODY, type Bench, betLoad, withBench } from './bench-service.ts';
import { type Child, startChild } from './child.ts';
import { measureFirstVisits } from './first-visit.ts';
import { type Measured, measure, warmUp } from './load.ts';
import { repeat } from './progress.ts';

const READERS = new URL('./readers-server.ts', import.meta.url);
const PAGES = 200;
const BETS_PER_SECOND = 100;
const POLL_MS = 20;

export interface PagesMeasured {
  readonly pages: number;
  readonly without: Measured;
  readonly with: Measured;
  readonly eventsPerSecond: number;
  /** From the answer to the last bet until every page had its odds. */
  readonly lastOddsMs: number;
  readonly markets: number;
  /** The slowest of several first visits to a market, with so many in the database. */
  readonly interactiveMs: number;
}

export async function measurePages(
  seconds: number,
  markets: number,
  runs: number,
): Promise<PagesMeasured[]> {
  const visits = await measureFirstVisits(markets, runs);
  const work = () => withBench((bench) => measureOnce(bench, seconds));
  const streams = await repeat(runs, 'pages', work);
  return streams.map((measured, run) => ({
    ...{ ...measured, markets, interactiveMs: visits[run] ?? Number.NaN },
  }));
}

type StreamsMeasured = Omit<PagesMeasured, 'markets' | 'interactiveMs'>;

async function measureOnce(bench: Bench, seconds: number): Promise<StreamsMeasured> {
  const market = await bench.createMarket();
  const load = { ...betLoad(bench, [market], seconds), perSecond: BETS_PER_SECOND };
  await warmUp(load);
  const without = await measure(load);
  const readers = await startChild(READERS);
  try {
    const url = encodeURIComponent(`${bench.child.url}/events?marketId=${market}`);
    await fetch(`${readers.url}/?count=${PAGES}&url=${url}`, { method: 'POST' });
    const before = await readState(readers);
    const loaded = await measure(load);
    const { events } = await readState(readers);
    const eventsPerSecond = (events - before.events) / seconds;
    const lastOddsMs = await measureLastOdds(bench, readers, market);
    return { pages: PAGES, without, with: loaded, eventsPerSecond, lastOddsMs };
  } finally {
    await readers.stop();
  }
}

async function measureLastOdds(bench: Bench, readers: Child, market: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${bench.apiKeys[0]}`,
  };
  const { sequence: before } = await readState(readers);
  await fetch(`${bench.child.url}/markets/${market}/bets`, {
    ...{ method: 'POST', headers, body: BET_BODY },
  });
  const answeredAt = Date.now();
  for (;;) {
    const { sequence, at } = await readState(readers);
    if (sequence > before) return Math.max(0, at - answeredAt);
    await sleep(POLL_MS);
  }
}

async function readState({ url }: Child) {
  const state = await (await fetch(url)).json();
  return state as { events: number; sequence: number; at: number };
}

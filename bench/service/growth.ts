// Measures whether bets and reads cost more with more data: with few and with many markets, and in
// a market with few and with many bets.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, betLoad, COPIES, fillMarket, startBench } from './bench-service.ts';
import { copyMarkets } from './copy-markets.ts';
import { type Load, warmUp } from './load.ts';
import { progress, repeatWarm } from './progress.ts';
import {
  type Comparison,
  compareLoads,
  compareReads,
  READERS,
  type SizesCompared,
} from './sizes-compared.ts';

export interface GrowthSizes {
  readonly markets: readonly [number, number];
  readonly bets: readonly [number, number];
}

/** A service and the market that is bet in and read. */
interface Filled {
  readonly bench: Bench;
  readonly size: number;
  readonly market: string;
}

type Pair = readonly [small: Filled, large: Filled];

const PAGE = 20;

export async function measureGrowth(
  sizes: GrowthSizes,
  seconds: number,
  runs: number,
): Promise<SizesCompared[][]> {
  const markets = await measureMarkets(sizes.markets, seconds, runs);
  const bets = await measureBetCounts(sizes.bets, seconds, runs);
  return markets.map((compared, run) => [...compared, ...(bets[run] ?? [])]);
}

function measureMarkets(
  sizes: readonly [number, number],
  seconds: number,
  runs: number,
): Promise<SizesCompared[][]> {
  return withTwo(async (benches) => {
    const pair = (await inTurn(benches, async (bench, index) => {
      const size = sizes[index] as number;
      progress(`growth: ${size} markets`);
      const market = await bench.createMarket();
      copyMarkets(bench.dir, market, size);
      return { bench, size, market };
    })) as unknown as Pair;
    await inTurn(pair, ({ bench, market }) => warmUp(betLoad(bench, [market], seconds)));
    const reads: Reads = {
      'list of markets, first page': () => '/v1/markets',
      'list of markets, last page': ({ size }) => `/v1/markets?offset=${size - PAGE}`,
      'a market': ({ market }) => `/v1/markets/${market}`,
      'the account': () => '/v1/account',
      'the reserves': () => '/v1/reserves',
    };
    return repeatWarm(runs, 'growth, markets', seconds, async (each) => [
      ...(await compareAll('markets', reads, pair, each)),
      await compareBets('markets', pair, each),
      await compareIdle('markets', pair, each),
    ]);
  });
}

function measureBetCounts(
  [few, many]: readonly [number, number],
  seconds: number,
  runs: number,
): Promise<SizesCompared[][]> {
  return withTwo(async ([smallBench, largeBench]) => {
    progress(`growth: ${many} bets in one market`);
    const large = await createFilled(largeBench, many);
    await warmUp(betLoad(smallBench, [await smallBench.createMarket()], seconds));
    return repeatWarm(runs, 'growth, bets', seconds, async (each) => {
      // A new one each time, because measuring bets adds many to it.
      const pair: Pair = [await createFilled(smallBench, few), large];
      return [
        ...(await compareAll('bets', await betReads(pair), pair, each)),
        await compareBets('bets', pair, each),
        await compareIdle('bets', pair, each),
      ];
    });
  });
}

async function createFilled(bench: Bench, size: number): Promise<Filled> {
  const market = await bench.createMarket();
  // The first bet is alone in its transaction, so that this transaction is the same everywhere.
  await fillMarket(bench, market, 1);
  await fillMarket(bench, market, size - 1);
  return { bench, size, market };
}

/** The path of each. */
type Reads = Record<string, (filled: Filled) => string>;

async function betReads(pair: Pair): Promise<Reads> {
  const few = Math.min(pair[0].size, pair[1].size);
  const ends = new Map<Filled, Ends>();
  for (const filled of pair) ends.set(filled, await findEnds(filled));
  const of = ({ market }: Filled) => `/v1/markets/${market}`;
  return {
    'the market': (filled) => of(filled),
    'its bets, first page': (filled) => `${of(filled)}/bets`,
    'its bets, last page': (filled) => `${of(filled)}/bets?after=${ends.get(filled)?.lastBets}`,
    'its bets, far on by offset': (filled) => `${of(filled)}/bets?offset=${few - PAGE}`,
    'its history, first page': (filled) => `${of(filled)}/history`,
    'its history, last page': (filled) =>
      `${of(filled)}/history?after=${ends.get(filled)?.lastHistory}`,
    'its oldest bet': (filled) => `/v1/bets/${ends.get(filled)?.oldest}`,
    'the transaction of that bet': (filled) =>
      `/v1/transactions/${ends.get(filled)?.oldestTransaction}`,
    'the account': () => '/v1/account',
    'the reserves': () => '/v1/reserves',
  };
}

/** Ids of bets at both ends of a market. */
interface Ends {
  readonly oldest: string;
  readonly oldestTransaction: string;
  /** The last page of each list comes after it. */
  readonly lastBets: string;
  readonly lastHistory: string;
}

interface FirstBet {
  readonly betId: string;
  readonly transactionId: string;
}

async function findEnds({ bench, market }: Filled): Promise<Ends> {
  const get = async (path: string) => (await fetch(`${bench.child.url}${path}`)).json();
  const list = async (name: string) =>
    (await get(`/markets/${market}/${name}?limit=${PAGE + 1}`)) as { betId: string }[];
  const oldest = await list('history');
  const newest = await list('bets');
  const first = (await get(`/bets/${oldest[0]?.betId}`)) as FirstBet;
  const lastBets = oldest.at(-1)?.betId as string;
  const lastHistory = newest.at(-1)?.betId as string;
  const { betId, transactionId } = first;
  return { oldest: betId, oldestTransaction: transactionId, lastBets, lastHistory };
}

async function compareAll(
  of: string,
  reads: Reads,
  pair: Pair,
  seconds: number,
): Promise<SizesCompared[]> {
  const compared: SizesCompared[] = [];
  for (const [what, pathOf] of Object.entries(reads)) {
    const loadOf = (filled: Filled): Load => {
      const path = pathOf(filled);
      const requests = [{ path, headers: credentialFor(path, filled) }];
      return { server: filled.bench.child, seconds, connections: READERS, requests };
    };
    compared.push(await compareReads(comparisonOf({ what, of, pair, loadOf })));
  }
  return compared;
}

function credentialFor(path: string, { bench }: Filled): Record<string, string> {
  return path === '/v1/account' ? { authorization: `Bearer ${bench.apiKeys[0]}` } : {};
}

function compareBets(of: string, pair: Pair, seconds: number): Promise<SizesCompared> {
  const loadOf = ({ bench, market }: Filled) => betLoad(bench, [market], seconds);
  return compareLoads(comparisonOf({ what: 'bets in one market', of, pair, loadOf }));
}

interface Wanted {
  readonly what: string;
  readonly of: string;
  readonly pair: Pair;
  loadOf(filled: Filled): Load;
}

function comparisonOf({ what, of, pair: [small, large], loadOf }: Wanted): Comparison {
  return {
    ...{ what, of },
    small: { size: small.size, load: loadOf(small) },
    large: { size: large.size, load: loadOf(large) },
  };
}

/** What a second without requests costs. */
async function compareIdle(of: string, pair: Pair, seconds: number): Promise<SizesCompared> {
  const before = pair.map(({ bench }) => bench.child.processorTime().all);
  await sleep(seconds * 1000);
  const [small, large] = pair.map(({ bench, size }, index) => {
    const micros = (bench.child.processorTime().all - (before[index] ?? 0)) / seconds;
    return { size, micros, failed: 0 };
  }) as [SizesCompared['small'], SizesCompared['large']];
  return { what: IDLE, of, small, large };
}

export const IDLE = 'a second without requests';

async function withTwo<T>(work: (benches: readonly [Bench, Bench]) => Promise<T>): Promise<T> {
  const benches = [await startBench(COPIES), await startBench(COPIES)] as const;
  try {
    return await work(benches);
  } finally {
    for (const bench of benches) await bench.stop();
  }
}

async function inTurn<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) results.push(await work(item, index));
  return results;
}

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
const PAGE_MAX = 100;

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
    'its bets, last page': (filled) => `${of(filled)}/bets?after=${ends.get(filled)?.last}`,
    'its bets, far on by offset': (filled) => `${of(filled)}/bets?offset=${few - PAGE}`,
    'its history, first page': (filled) => `${of(filled)}/history`,
    'its history, last page': (filled) => `${of(filled)}/history?after=${ends.get(filled)?.last}`,
    'its history, 100 points of it': (filled) => `${of(filled)}/history?points=100`,
    'its oldest bet': (filled) => `/v1/bets/${ends.get(filled)?.oldest}`,
    'the transaction of that bet': (filled) =>
      `/v1/transactions/${ends.get(filled)?.oldestTransaction}`,
    'the account': () => '/v1/account',
    'the reserves': () => '/v1/reserves',
    'the stats': () => '/v1/stats',
    'the activity': () => '/v1/activity',
  };
}

/** Ids of bets at both ends of a market. */
interface Ends {
  readonly oldest: string;
  readonly oldestTransaction: string;
  /** The last page of a list comes after it. */
  readonly last: string;
}

interface ListedBet {
  readonly betId: string;
  readonly transactionId: string;
}

async function findEnds({ bench, market }: Filled): Promise<Ends> {
  const list = async (after: string) => {
    const path = `/markets/${market}/bets?limit=${PAGE_MAX}${after}`;
    return (await (await fetch(`${bench.child.url}${path}`)).json()) as ListedBet[];
  };
  let page = await list('');
  let tail = page;
  while (page.length === PAGE_MAX) {
    page = await list(`&after=${page.at(-1)?.betId}`);
    tail = [...tail, ...page].slice(-PAGE - 1);
  }
  const { betId, transactionId } = tail.at(-1) as ListedBet;
  const last = tail.at(-PAGE - 1)?.betId as string;
  return { oldest: betId, oldestTransaction: transactionId, last };
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

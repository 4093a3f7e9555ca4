import {
  type Bench,
  betLoad,
  COPIES,
  copyMarkets,
  createMarket,
  placeBets,
  query,
  startBench,
} from '../bench-service.ts';
import { type Load, type Measured, measure, warmUp } from '../load.ts';
import { median } from '../render.ts';
import type { Row, Section } from '../section.ts';

/** A page that is deep in much data takes long; more at once would only wait for each other. */
const READERS = 8;
const PAGE = 20;

export const growth: Section = {
  title: 'Growth',
  about:
    'The same requests to two services, in turn: one with few markets in its database and ' +
    'few bets in the market, one with many of both.',
  targets: [
    { column: 'ratio', most: 1.2 },
    { column: 'failed', most: 0 },
  ],
  async open({ readSeconds, markets, bets }, defer) {
    const small = await startFilled(await startBench(defer, COPIES), markets[0], bets[0]);
    const large = await startFilled(await startBench(defer, COPIES), markets[1], bets[1]);
    const whats = Object.keys(small);
    for (const what of whats) {
      for (const loads of [small, large]) await warmUp({ ...loadOf(loads, what), seconds: 0.5 });
    }
    return async () => {
      const rows: Row[] = [];
      for (const what of whats) {
        const pair = [loadOf(small, what), loadOf(large, what)] as const;
        rows.push({ what, ...(await compare(pair, readSeconds / 2)) });
      }
      return rows;
    };
  },
};

type Loads = Readonly<Record<string, Load>>;
const loadOf = (loads: Loads, what: string) => loads[what] as Load;

async function startFilled(bench: Bench, markets: number, bets: number): Promise<Loads> {
  const id = await createMarket(bench);
  copyMarkets(bench.dir, id, markets);
  // The first bet is alone in its transaction, so that this transaction is the same everywhere.
  await placeBets(bench, id, 1);
  await placeBets(bench, id, bets - 1);
  const oldest = query<{ bet_id: string; signature: string }>(
    bench.dir,
    `select bet_id, signature from bets where market_id = ? order by sequence limit ${PAGE + 1}`,
    id,
  );
  const [first, last] = [oldest[0], oldest.at(-1)];
  const market = `/v1/markets/${id}`;
  const paths = {
    'list of markets, first page': '/v1/markets',
    'list of markets, last page': `/v1/markets?offset=${markets - PAGE}`,
    'a market': market,
    'its bets, first page': `${market}/bets`,
    'its bets, last page': `${market}/bets?after=${last?.bet_id}`,
    'its history, first page': `${market}/history`,
    'its history, last page': `${market}/history?after=${last?.bet_id}`,
    'its oldest bet': `/v1/bets/${first?.bet_id}`,
    'the transaction of that bet': `/v1/transactions/${first?.signature}`,
    'the account': '/v1/account',
    'the reserves': '/v1/reserves',
    'the stats': '/v1/stats',
    'the activity': '/v1/activity',
  };
  const headers = { authorization: `Bearer ${bench.apiKeys[0]}` };
  const read = (path: string): Load => ({
    ...{ server: bench.child, seconds: 1, connections: READERS, requests: [{ path, headers }] },
  });
  return {
    ...Object.fromEntries(Object.entries(paths).map(([what, path]) => [what, read(path)])),
    'bets in one market': betLoad(bench, [id], 1),
  };
}

/** In this order, so that a machine that gets slower meanwhile meets both. */
async function compare([small, large]: readonly [Load, Load], seconds: number): Promise<Row> {
  const first = await measure({ ...small, seconds });
  const much = [await measure({ ...large, seconds }), await measure({ ...large, seconds })];
  const little = [first, await measure({ ...small, seconds })];
  const of = (all: readonly Measured[], key: keyof Measured) => median(all.map((one) => one[key]));
  const micros = [of(little, 'serverMicros'), of(much, 'serverMicros')] as const;
  return {
    'little, per second': of(little, 'perSecond'),
    'little, processor time µs': micros[0],
    'much, per second': of(much, 'perSecond'),
    'much, processor time µs': micros[1],
    ratio: micros[1] / micros[0],
    failed: of(little, 'failed') + of(much, 'failed'),
  };
}

// Measures reads over HTTP with few and with many markets.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { getBase58Decoder } from '@solana/kit';
import { type Bench, measureEcho } from './bets.ts';
import { type Measured, measureWarm } from './load.ts';

export interface ReadsMeasured {
  readonly markets: number;
  readonly listEcho: Measured;
  readonly list: Measured;
  readonly detailEcho: Measured;
  readonly detail: Measured;
}

export async function measureReads(
  bench: Bench,
  markets: number,
  seconds: number,
): Promise<ReadsMeasured> {
  const id = await bench.createMarket();
  addMarkets(bench.dir, id, markets);
  const { url } = bench.child;
  const list = await measureRead(url, '/v1/markets', seconds);
  const detail = await measureRead(url, `/v1/markets/${id}`, seconds);
  return {
    markets,
    list: list.ours,
    listEcho: list.echo,
    detail: detail.ours,
    detailEcho: detail.echo,
  };
}

async function measureRead(baseUrl: string, path: string, seconds: number) {
  const { origin } = new URL(baseUrl);
  const answer = await (await fetch(origin + path)).text();
  const echo = await measureEcho(answer, seconds, 'GET');
  const load = { url: origin, seconds, requests: [{ path }] };
  return { echo, ours: await measureWarm(load) };
}

/**
 * Copies the row of a real market, because a hundred thousand transactions would take a day. For
 * reads there is no difference.
 */
function addMarkets(dir: string, id: string, wanted: number): void {
  const db = new DatabaseSync(join(dir, 'tote.db'));
  db.exec('pragma busy_timeout = 10000');
  const statement = db.prepare('select count(*) as count from markets');
  const { count } = statement.get() as { count: number };
  const one = db.prepare('select * from markets where id = ?');
  one.setReadBigInts(true);
  const row = one.get(id) as Record<string, unknown>;
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  const insert = db.prepare(`insert into markets (${names.join(', ')}) values (${marks})`);
  db.exec('begin');
  for (let made = count; made < wanted; made += 1) {
    const address = getBase58Decoder().decode(randomBytes(32));
    const copy = { ...row, id: `market_${address}`, address };
    insert.run(...(Object.values(copy) as never[]));
  }
  db.exec('commit');
  db.close();
}

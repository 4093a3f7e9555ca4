// The service with its defaults, in a fresh folder, with funded wallets, and the load of bets.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { wordsOf } from '@tote/conditions/market-keys';
import { Api } from '../../service/test/faults/support/api.ts';
import { openNewWallet } from '../../service/test/support/new-wallet.ts';
import { type Child, startServer } from './child.ts';
import { type Load, measure } from './load.ts';
import type { Defer } from './section.ts';

const WALLETS = 32;
const FILLED_AT_ONCE = 100_000;
const POLL_MS = 100;
export const DAY_MS = 86_400_000;
export const BET_BODY = JSON.stringify({ outcome: 'Yes', amount: 0.001 });

export interface Bench {
  readonly child: Child;
  readonly dir: string;
  readonly api: Api;
  readonly apiKeys: readonly string[];
}

/** Without the auditor, which would halt copied markets: they have no account. */
export const COPIES = { TOTE_KEEPER: '0' };

export function makeFolder(defer: Defer): string {
  const dir = mkdtempSync(join(tmpdir(), 'tote-bench-'));
  defer(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export async function startBench(
  defer: Defer,
  env: Record<string, string> = {},
  dir = makeFolder(defer),
): Promise<Bench> {
  const quiet = { TOTE_DATA_DIR: dir, TOTE_LOG_LEVEL: 'error' };
  const child = await startServer('service', { ...quiet, ...env });
  defer(() => child.stop());
  const apiKeys: string[] = [];
  while (apiKeys.length < WALLETS) {
    apiKeys.push((await openNewWallet(child.url, { SOL: '1000' })).apiKey);
  }
  return { child, dir, api: new Api(child.url), apiKeys };
}

/** Open for a day, unless told otherwise. Returns its id. */
export async function createMarket(
  { api, apiKeys }: Pick<Bench, 'api' | 'apiKeys'>,
  question = 'Will it rain in Lisbon?',
  expiresAtMs = Date.now() + DAY_MS,
): Promise<string> {
  const expireAt = new Date(expiresAtMs).toISOString();
  const body = { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt };
  return (await post(api, '/markets', body, apiKeys[0] as string)).id;
}

export async function createMarkets(bench: Bench, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => createMarket(bench)));
}

export async function post(api: Api, path: string, body: object, apiKey: string) {
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => api.call('POST', path, { body, as: { apiKey }, headers });
  // A connection that was idle for long may be closed just when it is used.
  const { status, text, body: answer } = await send().catch(send);
  if (status < 200 || status > 299) throw new Error(`${path}: ${status} ${text}`);
  return answer;
}

export function betLoad(
  { child: server, apiKeys }: Pick<Bench, 'apiKeys'> & { readonly child: Load['server'] },
  markets: readonly string[],
  seconds: number,
): Load {
  const requests = apiKeys.map((apiKey, index) => ({
    path: `/v1/markets/${markets[index % markets.length]}/bets`,
    body: BET_BODY,
    headers: { authorization: `Bearer ${apiKey}` },
  }));
  return { server, seconds, method: 'POST', requests };
}

/** Places bets in a market through the API. */
export async function placeBets(
  bench: Bench,
  market: string,
  bets: number,
  connections = 64,
): Promise<void> {
  for (let left = bets; left > 0; left -= FILLED_AT_ONCE) {
    const amount = Math.min(left, FILLED_AT_ONCE);
    const load = { ...betLoad(bench, [market], 0), amount };
    const { total } = await measure({ ...load, connections: Math.min(amount, connections) });
    if (total !== amount) throw new Error(`only ${total} of ${amount} bets went through`);
  }
}

export async function startEcho(
  answer: string,
  seconds: number,
  method: 'GET' | 'POST',
): Promise<{ child: Child; load: Load }> {
  const child = await startServer('echo', { BENCH_ANSWER: answer });
  const requests = [{ path: '/echo', ...(method === 'POST' && { body: BET_BODY }) }];
  return { child, load: { server: child, seconds, method, requests } };
}

/** Queries the service's database, which shows committed data. */
export function query<Row>(dir: string, sql: string, ...values: (string | number)[]): Row[] {
  const db = new DatabaseSync(join(dir, 'tote.db'), { readOnly: true });
  try {
    db.exec('pragma busy_timeout = 10000');
    return db.prepare(sql).all(...values) as Row[];
  } finally {
    db.close();
  }
}

export async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await sleep(POLL_MS);
}

/**
 * Copies the row of a real market until there are enough, because a hundred thousand transactions
 * would take a day. For reads, and for bets in real markets, there is no difference.
 */
export function copyMarkets(dir: string, id: string, wanted: number): void {
  const db = new DatabaseSync(join(dir, 'tote.db'));
  db.exec('pragma busy_timeout = 10000');
  const { count } = db.prepare('select count(*) as count from markets').get() as { count: number };
  const one = db.prepare('select * from markets where id = ?');
  one.setReadBigInts(true);
  const row = one.get(id) as Record<string, unknown>;
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  const insert = db.prepare(`insert into markets (${names.join(', ')}) values (${marks})`);
  const insertWord = db.prepare('insert into market_words values (?, ?, ?, ?)');
  const words = wordsOf(String(row.question));
  db.exec('begin');
  for (let made = count; made < wanted; made += 1) {
    const address = encodeBase58(randomBytes(32));
    const copy = { ...row, id: `market_${address}`, address };
    insert.run(...(Object.values(copy) as never[]));
    for (const word of words) insertWord.run(word, row.created_slot, row.nonce, copy.id);
  }
  db.exec('commit');
  db.close();
}

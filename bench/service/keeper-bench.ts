// Shared by the keeper's benchmarks: a service with its defaults and existing bettors, its API, and
// direct read access to its database.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { type Amount, amount } from '@tote/domain';
import type { DemoFile, DemoName } from '../../service/src/embedded/demo-file.ts';
import { readConfig } from '../../service/src/settings/config.ts';
import { type Crowd, seatCrowd } from '../../service/test/support/crowd.ts';
import { type Child, startChild } from './child.ts';

const SERVICE = new URL('./service-server.ts', import.meta.url);
const CREATED_AT_ONCE = 16;
const REHEARSED = 50;
const POLL_MS = 100;
const PATIENCE_MS = 900_000;

export const BALANCE: Amount = amount(10_000_000_000n);

export interface KeeperBench {
  readonly child: Child;
  readonly dir: string;
  readonly crowd: Crowd;
  post(path: string, body: unknown, as?: DemoName): Promise<{ id: string }>;
  stop(): Promise<void>;
}

export async function startKeeperBench(crowdSize = 0): Promise<KeeperBench> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-keeper-'));
  const config = readConfig({ TOTE_DATA_DIR: dir, TOTE_RPC_PORT: '0' }, dir);
  const crowd = crowdSize > 0 ? await seatCrowd(config, crowdSize, BALANCE) : [];
  const { TOTE_LOG_LEVEL = 'error' } = process.env;
  const child = await startChild(SERVICE, { TOTE_DATA_DIR: dir, TOTE_LOG_LEVEL });
  return {
    ...{ child, dir, crowd },
    post: (path, body, as = 'alice') => post(child.url + path, body, apiKeyOf(dir, as)),
    async stop() {
      await child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export function apiKeyOf(dir: string, name: DemoName): string {
  const { wallets } = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8')) as DemoFile;
  return wallets.find((wallet) => wallet.name === name)?.apiKey ?? '';
}

export async function post(url: string, body: unknown, apiKey: string): Promise<{ id: string }> {
  const send = (key: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
  const key = randomUUID();
  // A connection that was idle for long may be closed just when we use it.
  const response = await send(key).catch(() => send(key));
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return JSON.parse(text) as { id: string };
}

/** Every other one is decided by a price. The others wait for an attestation that never comes. */
export function marketOf(index: number, expiresAt: number) {
  const isPrice = index % 2 === 1;
  return {
    question: isPrice ? 'Will SOL be above $100 at expiry?' : 'Will it rain in Lisbon?',
    outcomes: ['Yes', 'No'],
    currency: 'SOL',
    expireAt: new Date(expiresAt * 1000).toISOString(),
  };
}

/**
 * Creates a market per offset, which expires that many seconds after a common start. The start is
 * late enough for all markets to exist by then. Returns the start and the ids.
 */
export async function createExpiring(
  url: string,
  apiKey: string,
  offsets: readonly number[],
): Promise<{ from: number; ids: string[] }> {
  const create = (index: number, expiresAt: number) =>
    post(`${url}/markets`, marketOf(index, expiresAt), apiKey);
  const startMs = Date.now();
  const far = Math.floor(startMs / 1000) + 86_400;
  const rehearsal = Array.from({ length: REHEARSED }, (_, index) => index);
  await mapConcurrently(rehearsal, CREATED_AT_ONCE, (index) => create(index, far));
  const eachMs = (Date.now() - startMs) / REHEARSED;
  const from = Math.ceil((Date.now() + 1.5 * eachMs * offsets.length) / 1000) + 5;
  const numbered = offsets.map((offset, index) => ({ offset, index }));
  const made = await mapConcurrently(numbered, CREATED_AT_ONCE, ({ offset, index }) =>
    create(index, from + offset),
  );
  return { from, ids: made.map(({ id }) => id) };
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

export function count(dir: string, sql: string, ...values: (string | number)[]): number {
  return query<{ count: number }>(dir, `select count(*) as count ${sql}`, ...values)[0]?.count ?? 0;
}

export async function until(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error('it takes too long');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { Api } from '../../../service/test/faults/support/api.ts';
import {
  type Bench,
  createMarket,
  DAY_MS,
  makeFolder,
  startBench,
  until,
} from '../bench-service.ts';
import type { Child } from '../child.ts';
import {
  openDatabase,
  openWorld,
  readDatabase,
  startReplica,
  startStandInNode,
} from '../cluster-world.ts';
import { type Defer, progress, type Row, type Section, withCleanup } from '../section.ts';

const MARKETS = 1_000;
const CREATED_AT_ONCE = 16;
/** Until everything is final, and V8 has given back what creating the markets took. */
const SETTLED_MS = 150_000;
/** For each of the sizes: with full ones a whole round of the auditor is in it. */
const SECONDS_EACH = 15;
const SHOWN = 12;

interface Running extends Pick<Bench, 'child' | 'api' | 'apiKeys'> {
  readonly hasPrices: boolean;
  /** How often each statement was executed. */
  count(): Promise<ReadonlyMap<string, number>>;
  readMore?(): Promise<Readonly<Record<string, number>>>;
}

export const idle: Section = {
  title: 'Idle',
  targets: [
    { column: 'processor time ms/s', most: 15 },
    { column: 'SQL statements/s', most: 5 },
  ],
  printedOnly: ['main thread ms/s', 'by statement'],
  async open({ seconds }) {
    return async () => {
      const rows: Row[] = [];
      for (const [what, start] of Object.entries(CONFIGURATIONS)) {
        progress(`Idle: ${what}`);
        rows.push(
          await withCleanup(async (defer) => {
            const running = await start(defer);
            return { what, markets: MARKETS, ...(await measureIdle(running, seconds)) };
          }),
        );
      }
      return rows;
    };
  },
};

const CONFIGURATIONS: Readonly<Record<string, (defer: Defer) => Promise<Running>>> = {
  async 'embedded chain, SQLite'(defer) {
    const dir = makeFolder(defer);
    const file = join(dir, 'statements.json');
    const bench = await startBench(defer, { ...LIMITS, BENCH_STATEMENTS: file }, dir);
    return { ...bench, hasPrices: true, count: () => countSqlite(bench.child, file) };
  },
  async 'embedded chain, PostgreSQL'(defer) {
    const world = await openDatabase(defer);
    const bench = await startBench(defer, { ...LIMITS, TOTE_DATABASE_URL: world.databaseUrl });
    return { ...bench, hasPrices: true, ...readsOf(world) };
  },
  async 'a node, PostgreSQL'(defer) {
    const world = await openWorld(defer);
    const node = await startStandInNode(world.env.TOTE_RPC_URL ?? '', defer);
    const child = await startReplica(world, defer, { ...LIMITS, ...node.env });
    const api = new Api(child.url);
    const { apiKey } = await world.openWallet(api);
    const reads = readsOf(world);
    const readMore = async () => ({ ...(await reads.readMore()), ...(await node.readCounts()) });
    return { child, hasPrices: false, api, apiKeys: [apiKey], ...reads, readMore };
  },
};

const LIMITS = { TOTE_MARKETS_PER_CREATOR: '1000000', TOTE_RATE_LIMIT_WALLET: '0' };

async function measureIdle(running: Running, seconds: number): Promise<Row> {
  const { child, count, readMore = async () => ({}) } = running;
  const expiresAtMs = Date.now() + DAY_MS;
  const all = Array.from({ length: MARKETS }, (_, index) => index);
  await mapConcurrently(all, CREATED_AT_ONCE, (index) => {
    const isPrice = running.hasPrices && index % 2 === 1;
    const question = isPrice ? 'Will SOL be above $100 at expiry?' : undefined;
    return createMarket(running, question, expiresAtMs + index * 1_000);
  });
  await sleep(SETTLED_MS);
  const read = async () => {
    const more: Readonly<Record<string, number>> = await readMore();
    const counted = await count();
    return { at: performance.now(), time: child.processorTime(), more, counted };
  };
  const before = await read();
  await sleep(seconds * SECONDS_EACH * 1_000);
  const after = await read();
  const passed = (after.at - before.at) / 1_000;
  const more = (name: string) =>
    after.more[name] === undefined
      ? undefined
      : (after.more[name] - (before.more[name] ?? 0)) / passed;
  const statements = [...after.counted]
    .map(([text, times]) => [text, (times - (before.counted.get(text) ?? 0)) / passed] as const)
    .sort((a, b) => b[1] - a[1]);
  const database = more('database');
  return {
    'processor time ms/s': (after.time.all - before.time.all) / passed / 1_000,
    'main thread ms/s': (after.time.main - before.time.main) / passed / 1_000,
    'SQL statements/s': statements.reduce((sum, [, each]) => sum + each, 0),
    'PostgreSQL ms/s': database && database / 1_000,
    ...{ 'requests/s': more('requests'), 'messages/s': more('messages') },
    'by statement': statements
      .slice(0, SHOWN)
      .map(([text, each]) => `${each.toFixed(2)} ${text.replace(/\s+/g, ' ').slice(0, 70)}`)
      .join('; '),
  };
}

async function countSqlite({ pid }: Child, file: string): Promise<ReadonlyMap<string, number>> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  await until(() => existsSync(file));
  return new Map(JSON.parse(readFileSync(file, 'utf8')));
}

function readsOf(world: Awaited<ReturnType<typeof openDatabase>>) {
  const sql = `select query, sum(calls)::int8 as calls from pg_stat_statements
    where query not like '%pg_stat_%' group by query`;
  return {
    async count() {
      const rows = await world.database.query(sql, world.databaseUrl);
      return new Map(rows.map(({ query, calls }) => [String(query), Number(calls)] as const));
    },
    readMore: async (): Promise<Readonly<Record<string, number>>> => readDatabase(world),
  };
}

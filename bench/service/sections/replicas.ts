import { setTimeout as sleep } from 'node:timers/promises';
import { appendFeed } from '../../../service/src/feed/event-group.ts';
import { openStore } from '../../../service/src/store/open-store.ts';
import { Api } from '../../../service/test/faults/support/api.ts';
import { RpcProxy } from '../../../service/test/faults/support/rpc-proxy.ts';
import { SeparateChain } from '../../../service/test/faults/support/separate-chain.ts';
import {
  DURABLE,
  type OwnPostgres,
  startPostgres,
} from '../../../service/test/support/postgres.ts';
import { Cluster } from '../../../service/test/validator/support/cluster.ts';
import { findValidator } from '../../../tools/validator/find-validator.ts';
import { betLoad, createMarket } from '../bench-service.ts';
import { type Child, startServer } from '../child.ts';
import { type Load, measure } from '../load.ts';
import { parentOf, readTreeMicros } from '../proc.ts';
import { progress } from '../progress.ts';
import { type Defer, type Row, type Section, withCleanup } from '../section.ts';

const REPLICAS = [1, 2, 4];
const MARKETS = 16;
const WALLETS = 32;
const CONNECTIONS_EACH = 64;
/** Warm-up relative to the measured time, per replica: each has code that is not optimised yet. */
const WARM_UP = 2;
/** As on a cluster. */
const SLOT_MS = 400;
const SOL = 1_000n;
/** The database publishes its counts with a delay. */
const STATISTICS_MS = 1_500;
const EVENTS = 16;

export const replicas: Section = {
  title: 'Replicas',
  targets: [{ column: 'failed', most: 0 }],
  printedOnly: ['p50 ms', 'outbox writes'],
  async open({ seconds }) {
    const kinds = findValidator() === undefined ? ['embedded'] : ['embedded', 'validator'];
    return async () => {
      const rows: Row[] = [];
      for (const kind of kinds) {
        rows.push(...(await withCleanup((defer) => measureOn(kind, seconds, defer))));
      }
      return [...rows, ...(await withCleanup((defer) => measureOutbox(seconds, defer)))];
    };
  },
};

interface World {
  readonly env: Record<string, string>;
  readonly database: OwnPostgres;
  readonly databaseUrl: string;
  chainMicros(): number;
  openWallet(api: Api): Promise<{ readonly apiKey: string }>;
}

async function measureOn(chain: string, seconds: number, defer: Defer): Promise<Row[]> {
  const world = await openWorld(chain, defer);
  const started: Child[] = [await startReplica(world, defer)];
  const api = new Api(started[0]?.url ?? '');
  const apiKeys: string[] = [];
  while (apiKeys.length < WALLETS) apiKeys.push((await world.openWallet(api)).apiKey);
  const ids: string[] = [];
  while (ids.length < MARKETS) ids.push(await createMarket({ api, apiKeys }));
  const loadOf = (server: Load['server']): Load => {
    const load = betLoad({ child: server, apiKeys }, ids, seconds);
    return { ...load, connections: CONNECTIONS_EACH * started.length, isSpread: true };
  };
  const rows: Row[] = [];
  for (const count of REPLICAS) {
    while (started.length < count) started.push(await startReplica(world, defer));
    progress(`${count} replicas on ${chain}`);
    rows.push({ chain, replicas: count, ...(await measureBets(world, started, loadOf)) });
  }
  for (const child of started.splice(0)) await child.stop();
  const rpc = await countCalls(world, loadOf, seconds, defer);
  return [...rows, { chain, ...rpc }];
}

async function openWorld(kind: string, defer: Defer): Promise<World> {
  const counting = { shared_preload_libraries: 'pg_stat_statements' };
  const database = await startPostgres({ ...DURABLE, ...counting });
  defer(() => database.stop());
  const databaseUrl = await database.createDatabase();
  await database.query('create extension pg_stat_statements', databaseUrl);
  const shared = { database, databaseUrl };
  const settings = {
    ...{ TOTE_LOG_LEVEL: 'error', TOTE_RATE_LIMIT_WALLET: '0', TOTE_MARKETS_PER_CREATOR: '1000' },
    ...{ TOTE_RENT_BUDGET_PER_DAY: '100', TOTE_FEES_PER_WALLET: '1000000000' },
    TOTE_DATABASE_URL: databaseUrl,
  };
  if (kind === 'embedded') {
    const chain = await SeparateChain.start({ slotMs: SLOT_MS });
    defer(() => chain.close());
    const wsUrl = chain.localnet.url?.replace('http', 'ws') ?? '';
    return {
      ...{ ...shared, env: { ...chain.env(), TOTE_RPC_WS_URL: wsUrl, ...settings } },
      openWallet: (api) => chain.openWallet(api, SOL),
      // In this process, which does nothing else during a measurement.
      chainMicros() {
        const { user, system } = process.cpuUsage();
        return user + system;
      },
    };
  }
  const cluster = await Cluster.start();
  defer(() => cluster.close());
  return {
    ...{ ...shared, env: { ...cluster.env(), ...settings } },
    openWallet: (api) => cluster.openWallet(api, { SOL: SOL * 1_000_000_000n }),
    chainMicros: () => readTreeMicros(cluster.validator.pid),
  };
}

async function startReplica({ env }: World, defer: Defer, more = {}): Promise<Child> {
  const child = await startServer('service', { ...env, ...more });
  defer(() => child.stop());
  return child;
}

/** Per bet, without what is used in the same time without bets. */
async function measureBets(
  world: World,
  started: readonly Child[],
  loadOf: (server: Load['server']) => Load,
) {
  const ports = started.map(({ url }) => new URL(url).port).join(',');
  const balancer = await startServer('balancer', { BENCH_PORTS: ports });
  const sum = (key: 'all' | 'main') =>
    started.reduce((all, child) => all + child.processorTime()[key], 0);
  const processorTime = () => ({ all: sum('all'), main: sum('main') });
  const load = loadOf({ url: balancer.url, processorTime });
  await measure({ ...load, seconds: load.seconds * WARM_UP * started.length });
  const read = async () => ({
    ...{ at: performance.now(), replicas: sum('all'), chain: world.chainMicros() },
    ...(await readDatabase(world)),
  });
  const start = await read();
  await sleep(load.seconds * 1_000);
  const before = await read();
  const bets = await measure(load);
  const after = await read();
  await balancer.stop();
  type Name = keyof typeof start;
  const idle = (name: Name) => (before[name] - start[name]) / (before.at - start.at);
  const perBet = (name: Name) => {
    const used = after[name] - before[name] - idle(name) * (after.at - before.at);
    // With few bets the difference is less than what varies without any.
    return used > 0 ? used / bets.total : Number.NaN;
  };
  return {
    ...{ 'bets per second': bets.perSecond, 'p50 ms': bets.p50Ms, 'p99 ms': bets.p99Ms },
    ...{ failed: bets.failed, 'replicas µs': perBet('replicas') },
    ...{ 'database µs': perBet('database'), 'chain µs': perBet('chain') },
    'outbox writes': perBet('outbox'),
    'idle replicas µs/s': idle('replicas') * 1_000,
    'idle database µs/s': idle('database') * 1_000,
  };
}

const COUNTS = `select
  (select pid from pg_stat_activity where backend_type = 'checkpointer') as pid,
  (select sum(calls) from pg_stat_statements
    where query ilike 'select pg_advisory_xact_lock($1)') as outbox`;

async function readDatabase({ database, databaseUrl }: World) {
  await sleep(STATISTICS_MS);
  const [row = {}] = await database.query(COUNTS, databaseUrl);
  const count = (name: string) => Number(row[name] ?? 0);
  return {
    // The parent of its processes has started all of them.
    ...{ database: readTreeMicros(parentOf(count('pid'))), outbox: count('outbox') },
  };
}

/** With one replica: RPC requests per bet, and per second without bets. */
async function countCalls(
  world: World,
  loadOf: (server: Child) => Load,
  seconds: number,
  defer: Defer,
): Promise<Row> {
  const proxy = await RpcProxy.start(world.env.TOTE_RPC_URL ?? '');
  defer(() => proxy.close());
  let [requests, sent] = [0, 0];
  proxy.choose = (method) => {
    requests += 1;
    if (method === 'sendTransaction') sent += 1;
    return undefined;
  };
  const replica = await startReplica(world, defer, { TOTE_RPC_URL: proxy.url });
  const load = { ...loadOf(replica), connections: CONNECTIONS_EACH };
  await measure(load);
  [requests, sent] = [0, 0];
  const { total } = await measure(load);
  const perBet = { 'requests per bet': requests / total, 'sent per bet': sent / total };
  await sleep(1_000);
  requests = 0;
  await sleep(seconds * 1_000);
  await replica.stop();
  return { ...perBet, 'requests per second, idle': requests / seconds };
}

/** The one place where all replicas wait for each other. */
async function measureOutbox(seconds: number, defer: Defer): Promise<Row[]> {
  const postgres = await startPostgres(DURABLE);
  defer(() => postgres.stop());
  const databaseUrl = await postgres.createDatabase();
  const open = () => openStore({ databaseUrl });
  // Several replicas would have as many stores, each with a limited number of connections.
  const stores = [await open(), await open(), await open(), await open()];
  for (const store of stores) defer(() => store.close());
  const data = { admin: null, effectiveAt: null };
  const event = { type: 'config.applied', marketId: null, wallet: null, data } as const;
  const events = Array.from({ length: EVENTS }, () => event);
  const write = async (writers: number): Promise<Row> => {
    const endsAt = performance.now() + seconds * 1_000;
    let written = 0;
    const run = async (index: number) => {
      while (performance.now() < endsAt) {
        await stores[index % 4]?.write((db) => appendFeed(db, events, Date.now()));
        written += 1;
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, index) => run(index)));
    return { writers, 'SQL transactions per second': written / seconds };
  };
  return [await write(1), await write(8), await write(32)];
}

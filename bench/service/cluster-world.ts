// A chain outside the service and a PostgreSQL that counts, as replicas and clusters have them.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Api } from '../../service/test/faults/support/api.ts';
import { SeparateChain } from '../../service/test/faults/support/separate-chain.ts';
import { DURABLE, type OwnPostgres, startPostgres } from '../../service/test/support/postgres.ts';
import { type Child, startCommand, startServer } from './child.ts';
import { type Load, type Measured, measure } from './load.ts';
import { parentOf, readTreeMicros } from './proc.ts';
import type { Defer } from './section.ts';

/** As on a cluster. */
export const SLOT_MS = 400;
const SOL = 15n;
/** The database publishes its counts with a delay. */
const STATISTICS_MS = 1_500;

export interface World {
  readonly env: Record<string, string>;
  readonly database: OwnPostgres;
  readonly databaseUrl: string;
  openWallet(api: Api): Promise<{ readonly apiKey: string }>;
}

type Database = Pick<World, 'database' | 'databaseUrl'>;

export async function openDatabase(defer: Defer): Promise<Database> {
  const counting = { shared_preload_libraries: 'pg_stat_statements' };
  const database = await startPostgres({ ...DURABLE, ...counting });
  defer(() => database.stop());
  const databaseUrl = await database.createDatabase();
  await database.query('create extension pg_stat_statements', databaseUrl);
  return { database, databaseUrl };
}

export async function openWorld(defer: Defer): Promise<World> {
  const shared = await openDatabase(defer);
  const { databaseUrl } = shared;
  const settings = {
    ...{ TOTE_LOG_LEVEL: 'error', TOTE_RATE_LIMIT_WALLET: '0', TOTE_MARKETS_PER_CREATOR: '1000' },
    ...{ TOTE_RENT_BUDGET_PER_DAY: '100', TOTE_FEES_PER_WALLET: '1000000000' },
    TOTE_DATABASE_URL: databaseUrl,
  };
  const chain = await SeparateChain.start({ slotMs: SLOT_MS });
  defer(() => chain.close());
  const wsUrl = chain.localnet.url?.replace('http', 'ws') ?? '';
  return {
    ...{ ...shared, env: { ...chain.env(), TOTE_RPC_WS_URL: wsUrl, ...settings } },
    openWallet: (api) => chain.openWallet(api, SOL),
  };
}

export async function startReplica({ env }: World, defer: Defer, more = {}): Promise<Child> {
  const child = await startServer('service', { ...env, ...more });
  defer(() => child.stop());
  return child;
}

const COUNTS = `select
  (select pid from pg_stat_activity where backend_type = 'checkpointer') as pid,
  (select sum(calls) from pg_stat_statements) as statements`;

export async function readDatabase({ database, databaseUrl }: Database) {
  await sleep(STATISTICS_MS);
  const [row = {}] = await database.query(COUNTS, databaseUrl);
  const count = (name: string) => Number(row[name] ?? 0);
  return {
    statements: count('statements'),
    // The parent of its processes has started all of them.
    database: readTreeMicros(parentOf(count('pid'))),
  };
}

type Counts = Readonly<Record<string, number>>;

/** Per bet, without what is used in the same time without bets. */
export async function measurePerBet(
  world: World,
  load: Load,
  readMore: () => Counts | Promise<Counts>,
): Promise<{ bets: Measured; perBet(name: string): number }> {
  const read = async (): Promise<Counts> => {
    const service = load.server.processorTime().all;
    const more = await readMore();
    return { at: performance.now(), service, ...more, ...(await readDatabase(world)) };
  };
  const start = await read();
  await sleep(load.seconds * 1_000);
  const before = await read();
  const bets = await measure(load);
  const after = await read();
  const grew = (name: string, from: Counts, to: Counts) => (to[name] ?? 0) - (from[name] ?? 0);
  const idle = (name: string) => grew(name, start, before) / grew('at', start, before);
  const perBet = (name: string) => {
    const used = grew(name, before, after) - idle(name) * grew('at', before, after);
    // With few bets the difference is less than what varies without any.
    return used > 0 ? used / bets.total : Number.NaN;
  };
  return { bets, perBet };
}

// A node of a cluster, as far as the service can tell: it answers `sendTransaction` at once and
// executes at the end of a slot. It forwards everything to a chain without slots, and counts.
const PROCESS = fileURLToPath(new URL('./stand-in-node-process.ts', import.meta.url));

interface StandInNode {
  readonly env: Record<string, string>;
  /** Requests by method; `messages` are those of WebSockets, in both directions. */
  readCounts(): Promise<Readonly<Record<string, number>>>;
}

export async function startStandInNode(rpcUrl: string, defer: Defer): Promise<StandInNode> {
  const settings = { BENCH_RPC_URL: rpcUrl, BENCH_SLOT_MS: `${SLOT_MS}` };
  const node = await startCommand([process.execPath, '--import', 'tsx', PROCESS], settings);
  defer(() => node.stop());
  return {
    env: { TOTE_RPC_URL: node.url, TOTE_RPC_WS_URL: node.url.replace('http', 'ws') },
    readCounts: async () => (await (await fetch(node.url)).json()) as Record<string, number>,
  };
}

// Measures replicas behind a balancer, on one PostgreSQL and one chain: bets per second, and what
// each bet costs the replicas, the database and the chain.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../../service/test/faults/support/api.ts';
import { hasPostgres } from '../../service/test/support/postgres.ts';
import { BET_BODY, WALLETS } from './bench-service.ts';
import { type Child, startChild } from './child.ts';
import { type Load, type Measured, measure } from './load.ts';
import { measureOutbox, type OutboxMeasured } from './outbox.ts';
import { part, progress, repeatInParts } from './progress.ts';
import { type ChainKind, hasChain, type ReplicaChain, startChain } from './replica-chain.ts';
import { type DatabaseCounts, ReplicaDatabase } from './replica-database.ts';
import { startRpcCounter } from './rpc-counter.ts';
import { createBenchMarket } from './set-up.ts';

const SERVICE = new URL('./service-server.ts', import.meta.url);
const BALANCER = new URL('./balancer-server.ts', import.meta.url);
const REPLICAS = [1, 2, 4];
/** Of the time of a measurement, for each replica: each has code that is not optimised yet. */
const WARM_UP = 2;
const MARKETS = 16;
const CONNECTIONS_EACH = 64;

/** Per bet, without what is used in the same time without bets. */
export interface ReplicasRun {
  readonly chain: ChainKind;
  readonly replicas: number;
  readonly markets: number;
  /** Its processor time is that of all replicas. */
  readonly bets: Measured;
  readonly database: DatabaseCounts;
  readonly chainMicros: number;
  /** Processor time per second without bets, of all replicas, and of the database. */
  readonly idle: { readonly replicas: number; readonly database: number };
}

/** Per bet, of one replica. */
interface RpcMeasured {
  readonly chain: ChainKind;
  readonly requests: number;
  readonly sent: number;
  readonly idlePerSecond: number;
}

export interface ReplicasMeasured {
  readonly runs: readonly ReplicasRun[];
  readonly rpc: readonly RpcMeasured[];
  readonly outbox: readonly OutboxMeasured[];
  /** How many processes wanted a processor on average, in the minutes before and after. */
  readonly loadAverage: { readonly before: number; readonly after: number };
}

export async function measureReplicas(seconds: number, runs: number): Promise<ReplicasMeasured[]> {
  if (!hasPostgres()) throw new Error('there is no PostgreSQL here');
  return repeatInParts(runs, 'replicas', () => measureOnce(seconds));
}

async function measureOnce(seconds: number): Promise<ReplicasMeasured> {
  const before = loadavg()[0] as number;
  const measured = [];
  for (const kind of ['embedded', 'validator'] as const) {
    if (!hasChain(kind)) continue;
    progress(`replicas: ${kind}`);
    measured.push(await measureOn(kind, seconds));
  }
  return {
    runs: measured.flatMap(({ runs }) => runs),
    rpc: measured.map(({ rpc }) => rpc),
    outbox: await part(() => measureOutbox(seconds)),
    loadAverage: { before, after: loadavg()[0] as number },
  };
}

async function measureOn(kind: ChainKind, seconds: number) {
  const chain = await startChain(kind);
  const database = await ReplicaDatabase.start();
  const world = new World(chain, database);
  try {
    await world.startReplica();
    await world.open();
    const runs: ReplicasRun[] = [];
    for (const replicas of REPLICAS) {
      while (world.replicas < replicas) await world.startReplica();
      for (const markets of kind === 'embedded' ? [1, MARKETS] : [MARKETS]) {
        progress(`replicas: ${replicas} on ${kind}, ${markets} markets`);
        const measured = await part(() => world.measure(markets, seconds));
        runs.push({ chain: kind, replicas, markets, ...measured });
      }
    }
    const rpc = await part(() => world.countCalls(seconds));
    return { runs, rpc: { chain: kind, ...rpc } };
  } finally {
    await world.stop();
    await database.stop();
    await chain.stop();
  }
}

type Count = keyof DatabaseCounts | 'replicaMicros' | 'chainMicros';

class World {
  readonly #chain: ReplicaChain;
  readonly #database: ReplicaDatabase;
  readonly #dir = mkdtempSync(join(tmpdir(), 'tote-replicas-'));
  readonly #replicas: Child[] = [];
  #apiKeys: readonly string[] = [];
  #markets: readonly string[] = [];

  constructor(chain: ReplicaChain, database: ReplicaDatabase) {
    this.#chain = chain;
    this.#database = database;
  }

  get replicas(): number {
    return this.#replicas.length;
  }

  async startReplica(rpcUrl = this.#chain.rpcUrl): Promise<Child> {
    const child = await startChild(SERVICE, {
      TOTE_DATA_DIR: this.#dir,
      TOTE_DATABASE_URL: this.#database.url,
      TOTE_RPC_URL: rpcUrl,
      TOTE_RPC_WS_URL: this.#chain.wsUrl,
      TOTE_KEYS_DIR: this.#chain.keysDir,
      ...{ TOTE_LOG_LEVEL: 'error', TOTE_RATE_LIMIT_IP: '0', TOTE_RATE_LIMIT_WALLET: '0' },
      ...{ TOTE_MARKETS_PER_CREATOR: '1000', TOTE_RENT_BUDGET_PER_DAY: '100' },
      TOTE_FEES_PER_WALLET: '1000000000',
    });
    this.#replicas.push(child);
    return child;
  }

  /** Opens the wallets and markets. */
  async open(): Promise<void> {
    const url = this.#replicas[0]?.url ?? '';
    const api = new Api(url);
    const apiKeys: string[] = [];
    while (apiKeys.length < WALLETS) apiKeys.push((await this.#chain.openWallet(api)).apiKey);
    this.#apiKeys = apiKeys;
    const create = () => createBenchMarket(url, apiKeys[0] as string);
    this.#markets = await Promise.all(Array.from({ length: MARKETS }, create));
  }

  async measure(markets: number, seconds: number) {
    const ports = this.#replicas.map(({ url }) => new URL(url).port).join(',');
    const balancer = await startChild(BALANCER, { BENCH_PORTS: ports });
    try {
      const server = this.#asOne(balancer.url);
      const load = this.#load(server, markets, seconds);
      await measure({ ...load, seconds: seconds * WARM_UP * this.replicas });
      const start = await this.#read(server);
      await sleep(seconds * 1_000);
      const before = await this.#read(server);
      const bets = await measure(load);
      const after = await this.#read(server);
      const idle = (name: Count) =>
        (before.counts[name] - start.counts[name]) / (before.atMs - start.atMs);
      const perBet = (name: Count) => {
        const unloaded = idle(name) * (after.atMs - before.atMs);
        const used = after.counts[name] - before.counts[name] - unloaded;
        // With few bets the difference is less than what varies without any.
        return used > 0 ? used / bets.total : Number.NaN;
      };
      const { chainMicros, replicaMicros, ...database } = Object.fromEntries(
        (Object.keys(after.counts) as Count[]).map((name) => [name, perBet(name)]),
      ) as Record<Count, number>;
      return {
        ...{ bets: { ...bets, serverMicros: replicaMicros }, database, chainMicros },
        idle: { replicas: idle('replicaMicros') * 1_000, database: idle('micros') * 1_000 },
      };
    } finally {
      await balancer.stop();
    }
  }

  async #read(server: Child) {
    const database = await this.#database.read();
    const replicaMicros = server.processorTime().all;
    const counts = { ...database, replicaMicros, chainMicros: this.#chain.micros() };
    return { counts, atMs: performance.now() };
  }

  /** With one replica, in 16 markets: RPC requests per bet, and per second without bets. */
  async countCalls(seconds: number) {
    while (this.#replicas.length > 0) await this.#replicas.pop()?.stop();
    const counter = await startRpcCounter(this.#chain.rpcUrl);
    try {
      const replica = await this.startReplica(counter.url);
      const load = { ...this.#load(replica, MARKETS, seconds), connections: CONNECTIONS_EACH };
      await measure(load);
      counter.take();
      const { total } = await measure(load);
      const { requests, calls } = counter.take();
      await sleep(1_000);
      counter.take();
      await sleep(seconds * 1_000);
      const idlePerSecond = counter.take().requests / seconds;
      const sent = (calls.get('sendTransaction') ?? 0) / total;
      return { requests: requests / total, sent, idlePerSecond };
    } finally {
      while (this.#replicas.length > 0) await this.#replicas.pop()?.stop();
      await counter.stop();
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#replicas.splice(0).map((child) => child.stop()));
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #load(server: Child, markets: number, seconds: number): Load {
    const requests = this.#apiKeys.map((apiKey, index) => ({
      path: `/v1/markets/${this.#markets[index % markets]}/bets`,
      body: BET_BODY,
      headers: { authorization: `Bearer ${apiKey}` },
    }));
    const connections = CONNECTIONS_EACH * this.#replicas.length;
    return { server, seconds, method: 'POST', requests, connections, isSpread: true };
  }

  /** All replicas, as one server behind the balancer. */
  #asOne(url: string): Child {
    const all = this.#replicas;
    return {
      ...(all[0] as Child),
      url,
      processorTime() {
        const times = all.map((child) => child.processorTime());
        return {
          all: times.reduce((sum, time) => sum + time.all, 0),
          main: times.reduce((sum, time) => sum + time.main, 0),
        };
      },
    };
  }
}

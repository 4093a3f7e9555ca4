import { appendFeed } from '../../../service/src/feed/event-group.ts';
import { openStore } from '../../../service/src/store/open-store.ts';
import { Api } from '../../../service/test/faults/support/api.ts';
import { DURABLE, startPostgres } from '../../../service/test/support/postgres.ts';
import { findValidator } from '../../../tools/validator/find-validator.ts';
import { betLoad, createMarket } from '../bench-service.ts';
import { type Child, startServer } from '../child.ts';
import { measurePerBet, openWorld, startReplica, type World } from '../cluster-world.ts';
import { type Load, measure } from '../load.ts';
import { type Defer, progress, type Row, type Section, withCleanup } from '../section.ts';

const REPLICAS = [1, 2, 4];
const MARKETS = 16;
const WALLETS = 32;
const CONNECTIONS_EACH = 64;
/** Warm-up relative to the measured time, per replica: each has code that is not optimised yet. */
const WARM_UP = 2;
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
  return rows;
}

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
  const { bets, idle, perBet } = await measurePerBet(world, load, () => ({}));
  await balancer.stop();
  return {
    ...{ 'bets per second': bets.perSecond, 'p50 ms': bets.p50Ms, 'p99 ms': bets.p99Ms },
    ...{ failed: bets.failed, 'replicas µs': perBet('service') },
    ...{ 'database µs': perBet('database'), 'chain µs': perBet('chain') },
    'outbox writes': perBet('outbox'),
    'idle replicas µs/s': idle('service'),
    'idle database µs/s': idle('database'),
  };
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

// Two replicas on one PostgreSQL and a real node. One is killed under load, the one that leads:
// the other finishes what it began. Nothing is lost, nothing is doubled.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPort } from '../../../tools/test-setup/find-port.ts';
import { expectBalanced } from '../faults/support/api.ts';
import type { FundedWallet } from '../faults/support/funded-wallet.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { Load } from '../support/load.ts';
import { hasPostgres, openPostgres, type Postgres } from '../support/postgres.ts';
import { Cluster } from './support/cluster.ts';
import { expectExact } from './support/expect-exact.ts';

const CLIENTS = 24;
const FUNDS = 100_000_000_000n;
const STAKE = 10_000_000n;
const MARKET_SECONDS = 90;
const POLL = { timeout: 240_000, interval: 250 };

describe.skipIf(!hasPostgres())('two replicas on a real node', () => {
  let cluster: Cluster;
  let postgres: Postgres;
  let databaseUrl: string;
  const running: ServiceProcess[] = [];

  const start = async () => {
    const replica = await ServiceProcess.start({
      ...cluster.env(),
      TOTE_DATABASE_URL: databaseUrl,
      // Wallets sign one origin, whichever replica they reach.
      TOTE_ORIGIN: 'http://tote.test',
      TOTE_PORT: String(await findPort()),
    });
    running.push(replica);
    return replica;
  };

  beforeAll(async () => {
    [cluster, postgres] = await Promise.all([Cluster.start(), openPostgres()]);
    databaseUrl = await postgres.createDatabase();
  }, 300_000);
  afterAll(async () => {
    await Promise.all(running.map((replica) => replica.stop()));
    await cluster?.close();
  });

  const countPending = async () => {
    const text = `select count(*)::int as rows from submissions where state = 'pending'`;
    return (await postgres.query(text, databaseUrl))[0]?.rows;
  };

  test('the leader is killed under load, and the other one ends the market', async () => {
    // It starts alone, so that it leads everything.
    const leader = await start();
    const follower = await start();
    const { api } = follower;
    const wallets = await cluster.openWallets(leader.api, CLIENTS, { SOL: FUNDS });
    const creator = wallets[0] as FundedWallet;
    const marketId = await api.createMarket(creator, { seconds: MARKET_SECONDS });
    const apis = [leader.api, api];
    const load = new Load({
      ...{ apis: () => apis, wallets, name: 'replicas' },
      bet: () => ({ marketId, amount: '0.01' }),
    });
    load.start();
    await load.placeMore(60);
    await leader.kill();
    await load.placeMore(60);
    await load.stop();
    await expect.poll(countPending, POLL).toBe(0);
    const given = { marketId, wallets, funds: FUNDS, stake: STAKE, loads: [load] };
    await expectExact(cluster, api, given);

    const end = { status: 'resolved', winningOutcome: 'No', settled: true };
    const detail = async () => (await api.get(`/markets/${marketId}`)).body;
    await expect.poll(detail, POLL).toMatchObject(end);
    await expectBalanced(api);
    const { body } = await api.get(`/markets/${marketId}/payouts?limit=100`);
    expect(new Set(body.map(({ bettor }: { bettor: string }) => bettor)).size).toBe(CLIENTS);
    const lost = load.count('no answer');
    console.log(
      `${load.total} bets, ${lost} without an answer, 0 lost, 0 doubled; ${load.describe()}`,
    );
  });
});

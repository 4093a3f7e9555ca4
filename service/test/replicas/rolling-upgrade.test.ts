// An upgrade of two replicas, one after the other and under load, to a version that adds to the
// tables, and back: the version before runs on, and starts again, on the new tables.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBalanced } from '../faults/support/api.ts';
import type { SeparateWallet } from '../faults/support/separate-chain.ts';
import type { ServiceProcess } from '../faults/support/service-process.ts';
import { Load } from '../support/load.ts';
import { migrateToNext } from '../support/next-version.ts';
import { hasPostgres } from '../support/postgres.ts';
import { Replicas } from './replica-pair.ts';

const BETTORS = 4;
const MARKET_SECONDS = 36_000;
const SIDES = ['Yes', 'No'] as const;

describe.skipIf(!hasPostgres())('two replicas', () => {
  let replicas: Replicas;

  beforeAll(async () => {
    replicas = await Replicas.open({ TOTE_RATE_LIMIT_WALLET: '0' });
  });
  afterAll(() => replicas?.close());

  const countNotes = async () =>
    (await replicas.query<{ rows: number }>('select count(note)::int as rows from bets'))[0]?.rows;

  test('are upgraded one after the other under load, and rolled back', async () => {
    let running = [await replicas.start(), await replicas.start()] as ServiceProcess[];
    const [first, second] = running as [ServiceProcess, ServiceProcess];
    const wallets = await Promise.all(
      Array.from({ length: BETTORS }, () => replicas.chain.openWallet(first.api, 1_000n)),
    );
    const marketId = await first.api.createMarket(wallets[0] as SeparateWallet, {
      seconds: MARKET_SECONDS,
    });
    const load = new Load({
      ...{ wallets, name: 'upgrade', apis: () => running.map(({ api }) => api) },
      bet: (wallet, bet) => ({ marketId, amount: '0.01', outcome: SIDES[(wallet + bet) % 2] }),
    }).start();
    await load.placeMore(20);

    // The second one leaves, and comes back as the next version.
    running = [first];
    await second.stop();
    await migrateToNext(replicas.databaseUrl);
    await load.placeMore(20);
    expect(first.isRunning).toBe(true);
    expect(await countNotes()).toBeGreaterThan(0);
    const upgraded = await replicas.start();
    running = [first, upgraded];
    await load.placeMore(20);

    // The version before starts again on the new tables: it was restarted, or rolled back to.
    running = [upgraded];
    await first.stop();
    const back = await replicas.start();
    running = [back, upgraded];
    await load.placeMore(20);
    running = [back];
    await upgraded.stop();
    await load.placeMore(20);

    await load.stop();
    const placed = load.placed.flat().map(({ body }) => body.betId);
    const { api } = back;
    expect(new Set(placed).size).toBe(placed.length);
    const { body: market } = await api.get(`/markets/${marketId}`);
    expect(market.betCount).toBe(placed.length);
    await expectBalanced(api);
    await replicas.chain.localnet.sandbox.advanceClock(MARKET_SECONDS + 1);
    const isSettled = async () => (await api.get(`/markets/${marketId}`)).body.settled;
    await expect.poll(isSettled).toBe(true);
    await expectBalanced(api);
  });
});

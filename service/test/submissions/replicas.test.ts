// Several replicas on one PostgreSQL behave as one service.
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { recordAttestation } from '../../src/store/journal/attestations.ts';
import { openStore } from '../../src/store/open-store.ts';
import { NO_CRASH_POINTS } from '../../src/telemetry/crash-points.ts';
import { hasPostgres, openPostgres, type Postgres } from '../support/postgres.ts';
import { bet, callerOf, createBetting, keyed, startBetting } from './betting.ts';

const CENT = 10_000_000n;

describe.skipIf(!hasPostgres())('replicas', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await openPostgres();
  });

  async function createReplicas() {
    const databaseUrl = await postgres.createDatabase();
    const first = await createBetting({ store: { databaseUrl } });
    const store = await openStore({ databaseUrl });
    onTestFinished(() => store.close());
    const second = await startBetting(first.world, store);
    return { ...first, first, second };
  }

  test('place one bet for one key, on any replica', async () => {
    const { world, first, second } = await createReplicas();
    const { wallet } = await world.openBettor();
    const market = await first.createMarket();
    const records = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? first : second).placeBet(
          callerOf(wallet.address),
          bet(market.id),
          keyed('one'),
        ),
      ),
    );
    for (const record of records) expect(record).toEqual(records[0]);
    const bettor = await world.chain.accounts.findBettor(wallet.address);
    expect(bettor?.available[0]).toBe(10n * SOL - CENT);
  });

  test('never give two bets of a wallet the same id', async () => {
    const { world, first, second, store } = await createReplicas();
    const bettors = await Promise.all([1, 2, 3].map(() => world.openBettor()));
    const market = await first.createMarket();
    const places = Array.from({ length: 60 }, (_, index) =>
      (index % 2 ? first : second).placeBet(
        callerOf(bettors[index % 3]?.wallet.address as never),
        bet(market.id),
      ),
    );
    const records = await Promise.all(places);
    expect(new Set(records.map(({ betId }) => betId)).size).toBe(60);
    for (const { wallet } of bettors) {
      const bettor = await world.chain.accounts.findBettor(wallet.address);
      expect(bettor?.available[0]).toBe(10n * SOL - 20n * CENT);
    }
    const events = await store.db
      .selectFrom('feed')
      .select('id')
      .where('type', '=', 'bet.confirmed')
      .execute();
    expect(events).toHaveLength(60);
  });

  test('sign no bet once a result is attested on any replica', async () => {
    const { world, first, second, store } = await createReplicas();
    const { wallet } = await world.openBettor();
    const market = await first.createMarket();
    const caller = callerOf(wallet.address);
    for (const { placeBet } of [first, second]) await placeBet(caller, bet(market.id));
    await store.write((db) =>
      recordAttestation(db, {
        ...{ marketId: market.id, outcome: 'Yes', evidence: 'It rained.' },
        wallet: world.oracle.address,
        createdAt: world.chain.clock.now(),
      }),
    );
    for (const { placeBet } of [first, second]) {
      const placing = placeBet(caller, bet(market.id));
      await expect(placing).rejects.toMatchObject({ code: 'condition_already_met' });
    }
    const account = await world.chain.accounts.findMarket(market.address);
    expect(account?.pools).toEqual([2n * CENT, 0n]);
  });

  test('finish what a crashed one left pending', async () => {
    const { world, first, second, store } = await createReplicas();
    const { wallet } = await world.openBettor();
    const market = await first.createMarket();
    const crash = {
      ...NO_CRASH_POINTS,
      reach(point: string) {
        if (point === 'before sending') throw new Error('crashed');
      },
    };
    const crashing = await startBetting(world, store, { crash, confirmWaitMs: 300 });
    const caller = callerOf(wallet.address);
    await crashing.placeBet(caller, bet(market.id), keyed('one')).catch(() => undefined);
    await crashing.stop();
    // Both at once: they send the same bytes, and one of them records the result.
    await Promise.all([first.recover(), second.recover()]);
    const records = await Promise.all(
      [first, second].map(({ placeBet }) => placeBet(caller, bet(market.id), keyed('one'))),
    );
    expect(records[0]).toMatchObject({ state: 'confirmed', pools: { yes: CENT, no: 0n } });
    expect(records[1]).toEqual(records[0]);
    const events = await store.db
      .selectFrom('feed')
      .select('id')
      .where('type', '=', 'bet.confirmed')
      .execute();
    expect(events).toHaveLength(1);
  });
});

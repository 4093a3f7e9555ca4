// Several replicas on one PostgreSQL behave as one service.
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { recordAttestation } from '../../src/store/journal/attestations.ts';
import { openStore } from '../../src/store/open-store.ts';
import { hasPostgres, openPostgres, type Postgres } from '../support/postgres.ts';
import { bet, callerOf, createBetting, startBetting } from './betting.ts';

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
});

// What the relayer pays is limited for all replicas together.
import { describe, expect, onTestFinished, test } from 'vitest';
import { prepareMarket } from '../../src/markets/prepare-market.ts';
import { openStore } from '../../src/store/open-store.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { callerOf, createBetting, startBetting } from './betting.ts';
import { createPreparedWorld, marketInput, signTransaction } from './prepared-world.ts';

describe.skipIf(!hasPostgres())('two replicas', () => {
  test('share the limit of a creator', async () => {
    const databaseUrl = await (await openPostgres()).createDatabase();
    const payments = { marketsPerCreator: 3 };
    const first = await createBetting({ limits: payments, store: { databaseUrl } });
    const store = await openStore({ databaseUrl });
    onTestFinished(() => store.close());
    const second = await startBetting(first.world, store, { limits: payments });
    const { wallet } = await first.world.openBettor();
    const creating = Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? first : second).create(callerOf(wallet.address), marketInput(first.world)),
    );
    const results = await Promise.allSettled(creating);
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of reasons) expect(reason).toMatchObject({ code: 'rent_limit_reached' });
    expect(reasons).toHaveLength(7);
    expect(await store.db.selectFrom('paid_rents').selectAll().execute()).toHaveLength(3);
  });

  test('share the budget of a wallet, and pay once for the same bytes', async () => {
    const databaseUrl = await (await openPostgres()).createDatabase();
    const limits = { feesPerWallet: 40_000n };
    const world = await createPreparedWorld({ limits, store: { databaseUrl } });
    const store = await openStore({ databaseUrl });
    onTestFinished(() => store.close());
    const replicas = [world.context, await world.startReplica(store)] as const;
    const wallet = await world.createWallet();
    const prepare = async () => {
      const input = marketInput(world);
      const { transaction } = await prepareMarket(world.context, wallet.address, input);
      return signTransaction(transaction, wallet);
    };
    const signed = await Promise.all(Array.from({ length: 8 }, prepare));
    // Each on both replicas at once.
    const results = await Promise.allSettled(
      signed.flatMap((one) => replicas.map((replica) => submitTransaction(replica, null, one))),
    );
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of reasons) {
      expect(reason).toMatchObject({ code: 'fee_budget_used_up', status: 402 });
    }
    expect(reasons).toHaveLength(8);
    for (let at = 0; at < results.length; at += 2) expect(results[at]).toEqual(results[at + 1]);
    const paid = await store.db.selectFrom('paid_fees').select('lamports').execute();
    expect(paid).toEqual([{ lamports: 40_000n }]);
  });
});

// The Config changes between our last read of it and the check of the program.
import type { Address } from '@solana/kit';
import { amount } from '@tote/domain';
import { expect, test } from 'vitest';
import { SOL, type World } from '../../../packages/chain/test/world.ts';
import type { CreateMarketInput } from '../../src/markets/context.ts';
import { prepareMarket } from '../../src/markets/prepare-market.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { type Betting, bet, callerOf, keyed } from '../submissions/betting.ts';
import { createFollowing, updateConfig } from '../submissions/following.ts';
import { createPreparedWorld, signTransaction, text } from '../submissions/prepared-world.ts';
import { createDisable } from '../support/change-config.ts';

const disable = (world: World, key: 'operator' | 'oracle') =>
  world.chain.send([createDisable(world, { [key]: 0 })], [world.admin]);

const market = ({ world }: Pick<Betting, 'world'>): CreateMarketInput => ({
  question: 'Will it rain?',
  tokenAddress: null,
  expiresAt: (world.chain.clock.now() + 3_600) as CreateMarketInput['expiresAt'],
  currency: 'SOL',
});

const creator = async ({ world }: Pick<Betting, 'world'>) =>
  callerOf((await world.openBettor({ sol: 10n * SOL })).wallet.address as Address);

test('a market with outdated terms is signed again with the current ones', async () => {
  const betting = await createFollowing();
  const { world, context, live, create } = betting;
  const caller = await creator(betting);
  await updateConfig(world, { burnBps: 100, developerBps: 700, minimumStakeSol: 300_000n });
  expect(live.current.burnBps).toBe(500);
  const request = keyed('a market');
  const input = market(betting);
  const created = await create(caller, input, request);
  expect(live.current.burnBps).toBe(100);
  expect(created.market).toMatchObject({
    feeRates: { burnBps: 100, developerBps: 700 },
    minimumStake: amount(300_000n),
  });
  expect((await create(caller, input, request)).market.id).toBe(created.market.id);
  const rows = await betting.store.db.selectFrom('submissions').select('state').execute();
  expect(rows.map(({ state }) => state).sort()).toEqual(['landed', 'refused']);

  // While the new terms cannot be read, the error says so, and a retry works.
  await updateConfig(world, { burnBps: 200 });
  Object.assign(context, { refreshConfig: async () => undefined });
  const [later, another] = [market(betting), keyed('another market')];
  const refusal = { code: 'terms_changed', status: 503 };
  await expect(create(caller, later, another)).rejects.toMatchObject(refusal);
  await live.refresh();
  expect((await create(caller, later, another)).market.feeRates.burnBps).toBe(200);
});

test('a disabled operator, and then a disabled oracle, is learned from the refusal of the chain', async () => {
  const betting = await createFollowing();
  const { world, create, placeBet, live } = betting;
  const caller = await creator(betting);
  const { id } = await betting.createMarket();
  await disable(world, 'operator');
  const refusal = { code: 'operator_disabled', status: 503 };
  await expect(placeBet(caller, bet(id))).rejects.toMatchObject(refusal);
  expect((await world.chain.accounts.findBettor(caller.wallet))?.available[0]).toBe(10n * SOL);
  await expect(create(caller, market(betting))).rejects.toMatchObject(refusal);
  // The Config was refreshed, so the next one is refused before signing.
  const { length } = await betting.store.db.selectFrom('submissions').selectAll().execute();
  await expect(create(caller, market(betting))).rejects.toMatchObject(refusal);
  const after = await betting.store.db.selectFrom('submissions').selectAll().execute();
  expect(after).toHaveLength(length);

  await updateConfig(world, { operator: world.relayer.address });
  await live.refresh();
  await disable(world, 'oracle');
  const byOracle = { code: 'oracle_disabled', status: 503 };
  await expect(create(caller, market(betting))).rejects.toMatchObject(byOracle);
  expect(live.current.oracleDisabledBelow).toBe(1);
  await expect(create(caller, market(betting))).rejects.toMatchObject(byOracle);
});

test('a transaction that a wallet signed is refused with a hint, and has no effect', async () => {
  const world = await createPreparedWorld();
  const { context, chain } = world;
  let refreshed = 0;
  const refreshConfig = async () => {
    refreshed += 1;
    await context.refreshConfig();
  };
  const refreshing = { ...context, refreshConfig };
  const wallet = await world.createWallet();
  const input = { ...market({ world }), initialStakes: [{ outcome: 'Yes', amount: text('1') }] };
  const { transaction, marketId } = await prepareMarket(context, wallet.address, input as never);
  const gated = await world.openMarket();
  const bet = await world.prepareBet(wallet, gated, '1');
  await updateConfig(world, { burnBps: 100 });
  const submit = (prepared: string) =>
    submitTransaction(refreshing, null, signTransaction(prepared, wallet));
  const changed = { code: 'terms_changed', status: 503 };
  await expect(submit(transaction)).rejects.toMatchObject(changed);
  expect(await context.findMarket(marketId)).toBeUndefined();
  await disable(world, 'operator');
  const disabled = { code: 'operator_disabled', status: 503 };
  await expect(submit(bet.transaction)).rejects.toMatchObject(disabled);
  expect(refreshed).toBe(2);
  expect(await chain.accounts.findBettor(wallet.address)).toBeNull();
  expect((await chain.rpc.getBalance(wallet.address).send()).value).toBe(10n * SOL);
});

// The Config names another operator while bets are placed. We hold both keys, and wallets name
// either as their delegate.
import type { Address } from '@solana/kit';
import { createKey } from '@tote/chain/key';
import { LiveConfig } from '@tote/chain/live-config';
import { splitTransaction } from '@tote/chain/split-transaction';
import { readWire } from '@tote/chain/wire';
import { NO_ADDRESS } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { SOL, type World } from '../../../packages/chain/test/world.ts';
import { createRelayers } from '../../src/submissions/relayers.ts';
import { createDisable } from '../support/change-config.ts';
import {
  availableOf,
  type BettingOptions,
  bet,
  callerOf,
  crashAt,
  createBetting,
  keyed,
  passExpiry,
  startBetting,
} from './betting.ts';
import { updateConfig } from './following.ts';
import { marketInput, text } from './prepared-world.ts';

const CENT = 10_000_000n;

/** Both keys in one service, which reads the Config only after the chain has refused something. */
async function createRotating() {
  const { world, store } = await createBetting();
  const next = await createKey();
  await world.fund(next.address);
  const start = async (options: BettingOptions = {}) => {
    const first = await world.chain.accounts.getConfig();
    const live = new LiveConfig({ accounts: world.chain.accounts, first });
    const keys = { relayer: world.relayer, nextRelayer: next };
    const relayers = createRelayers(keys, () => live.current.operator);
    const refreshConfig = () => live.refresh();
    const following = { ...options, relayers, refreshConfig };
    return { ...(await startBetting(world, store, following)), live };
  };
  const sent: string[][] = [];
  watchSigners(world, sent);
  return { world, store, next, start, sent, ...(await start()) };
}

function watchSigners({ chain, admin }: World, sent: string[][]): void {
  const { lander } = chain;
  const land = lander.land.bind(lander);
  Object.assign(lander, {
    land: (signed: Parameters<typeof land>[0], signal: AbortSignal) => {
      const { signatures } = splitTransaction(signed.wire);
      const signers = readWire(signed.wire).keys.slice(0, signatures.length);
      if (signers[0] !== admin.address) sent.push(signers);
      return land(signed, signal);
    },
  });
}

const setOperator = (world: World, operator: Address) => updateConfig(world, { operator });

test.each([
  ['before the change, beside the present operator', 'relayer'],
  ['after the change, beside the new operator', 'next'],
  ['alone, in a market that is not gated', 'nobody'],
] as const)('each wallet bets through the key that it names %s', async (_, operator) => {
  const { world, next, sent, live, placeBet, createMarket } = await createRotating();
  const { id } = await createMarket(operator === 'nobody' ? { isTriggered: false } : {});
  const [old, young] = [
    await world.openBettor(),
    await world.openBettor({ delegate: next.address }),
  ];
  const { address } = world.relayer;
  if (operator !== 'relayer') {
    await setOperator(world, operator === 'next' ? next.address : NO_ADDRESS);
    await live.refresh();
  }
  const placed = await Promise.all(
    [old, young].map(({ wallet }) => placeBet(callerOf(wallet.address), bet(id))),
  );
  for (const { state } of placed) expect(state).toBe('confirmed');
  const signers = {
    relayer: [[address], [next.address, address]],
    next: [[address, next.address], [next.address]],
    nobody: [[address], [next.address]],
  };
  expect(sent.sort()).toEqual(signers[operator].sort());
  for (const { wallet } of [old, young])
    expect(await availableOf(world, wallet.address)).toBe(10n * SOL - CENT);
});

describe('the key before is disabled after the change', () => {
  /** A wallet of each key, and what our service knows of the Config. */
  async function createRotated() {
    const rotating = await createRotating();
    const { world, next, live, createMarket, context } = rotating;
    const { id } = await createMarket();
    const [old, young] = [await world.openBettor(), await world.openBettor()];
    await setOperator(world, next.address);
    await live.refresh();
    await world.setDelegate(young.wallet, { delegate: next.address });
    const { onChain } = context.config;
    Object.assign(context.config, {
      onChain: () => ({
        ...onChain(),
        operatorDisabledBelow: live.current.operatorDisabledBelow,
        isOperatorDisabled: live.current.operator === NO_ADDRESS,
      }),
    });
    const place = ({ wallet }: typeof old) => rotating.placeBet(callerOf(wallet.address), bet(id));
    expect([(await place(old)).state, (await place(young)).state]).toEqual([
      ...['confirmed', 'confirmed'],
    ]);
    return { ...rotating, old, young, place };
  }

  test.each(['by the chain', 'before anything is signed'])(
    'its delegations bet no more, which is said %s; those of the new key do',
    async (said) => {
      const { world, next, live, sent, old, young, place } = await createRotated();
      await world.chain.send([createDisable(world, { operator: 0 })], [world.admin]);
      if (said !== 'by the chain') await live.refresh();
      const count = sent.length;
      const disabled = { code: 'delegate_disabled', params: { delegate: next.address } };
      await expect(place(old)).rejects.toMatchObject(disabled);
      expect(sent.length - count).toBe(said === 'by the chain' ? 1 : 0);
      // The verdict told us that the Config has changed.
      expect(live.current.operatorDisabledBelow).toBe(1);
      await expect(place(old)).rejects.toMatchObject(disabled);
      expect(await availableOf(world, old.wallet.address)).toBe(10n * SOL - CENT);
      expect((await place(young)).state).toBe('confirmed');
      // Chosen again, also the wallet of the old key bets.
      await world.setDelegate(old.wallet, { delegate: next.address });
      expect((await place(old)).state).toBe('confirmed');
      expect(await availableOf(world, old.wallet.address)).toBe(10n * SOL - 2n * CENT);
    },
  );
});

describe('the Config changes between our last read of it and the transaction', () => {
  test.each([1, 40])(
    '%s bets in a gated market are signed again and placed once',
    async (count) => {
      const { world, store, next, sent, placeBet, createMarket } = await createRotating();
      const { id } = await createMarket();
      const wallets = await Promise.all(Array.from({ length: count }, () => world.openBettor()));
      await setOperator(world, next.address);
      const placed = await Promise.all(
        wallets.map(({ wallet }) => placeBet(callerOf(wallet.address), bet(id), keyed('one'))),
      );
      for (const { state } of placed) expect(state).toBe('confirmed');
      for (const { wallet } of wallets)
        expect(await availableOf(world, wallet.address)).toBe(10n * SOL - CENT);
      expect(sent[0]).toEqual([world.relayer.address]);
      expect(sent.at(-1)).toEqual([world.relayer.address, next.address]);
      const failed = await store.db.selectFrom('submitted_bets').selectAll().execute();
      expect(failed).toEqual([]);
      const again = await placeBet(
        callerOf(wallets[0]?.wallet.address as Address),
        bet(id),
        keyed('one'),
      );
      expect(again).toEqual(placed[0]);
    },
  );

  test('a market is created by the new operator, with a stake through the old key', async () => {
    const { world, next, sent, create } = await createRotating();
    const { wallet } = await world.openBettor();
    await setOperator(world, next.address);
    const caller = callerOf(wallet.address);
    const input = marketInput(world, { initialStakes: [{ outcome: 'Yes', amount: text('1') }] });
    const created = await create(caller, input, keyed('a market'));
    expect(created).toMatchObject({ state: 'confirmed', market: { pools: { yes: SOL } } });
    expect(sent).toEqual([[world.relayer.address], [next.address, world.relayer.address]]);
    expect((await create(caller, input, keyed('a market'))).market.id).toBe(created.market.id);
    expect(await availableOf(world, wallet.address)).toBe(9n * SOL);
  });
});

test('a bet that was not sent before a crash is signed again with the same delegate, and the operator of then', async () => {
  const { world, store, next, start, sent, createMarket } = await createRotating();
  const { id } = await createMarket();
  const { wallet } = await world.openBettor();
  const caller = callerOf(wallet.address);
  const crashing = await start({ crash: crashAt('before sending'), confirmWaitMs: 300 });
  await crashing.placeBet(caller, bet(id), keyed('one')).catch(() => undefined);
  await crashing.stop();
  await passExpiry(world, store);
  expect(sent).toEqual([]);
  await setOperator(world, next.address);
  const later = await start();
  await later.recover();
  const { address } = world.relayer;
  // Expired, refused because the operator has changed, and signed by both.
  expect(sent).toEqual([[address], [address], [address, next.address]]);
  const record = await later.placeBet(caller, bet(id), keyed('one'));
  expect(record.state).toBe('confirmed');
  expect(await availableOf(world, wallet.address)).toBe(10n * SOL - CENT);
});

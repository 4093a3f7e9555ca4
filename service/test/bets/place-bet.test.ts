import { AMOUNT_MAX, LIMITS } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import type { KnownBettor } from '../../src/bets/bet.ts';
import { decideSubmission, insertSubmissions } from '../../src/store/journal/submissions.ts';
import { formatBets, newBetRow } from '../../src/store/journal/submitted-bets.ts';
import { type Betting, bet, callerOf, createBetting, keyed } from '../submissions/betting.ts';
import { createGate } from '../support/create-gate.ts';

const CENT = 10_000_000n;

test('a bet whose caller was told to try again is not sent any more', async () => {
  const { opened, open } = createGate();
  const { world, store, placeBet, createMarket, groups } = await createBetting({
    confirmWaitMs: 300,
    groups: { overall: 1 },
    wrap: (transport) => async (request) => {
      if ((request.payload as { method: string }).method === 'sendTransaction') await opened;
      return transport(request);
    },
  });
  const { id } = await createMarket();
  const [alice, bob] = [await world.openBettor(), await world.openBettor()];
  // It is in flight, so that the second waits for it.
  expect((await placeBet(callerOf(alice.wallet.address), bet(id))).state).toBe('pending');
  const waiting = placeBet(callerOf(bob.wallet.address), bet(id));
  await expect(waiting).rejects.toMatchObject({ code: 'service_overloaded' });
  open();
  await expect.poll(() => groups.isBusy).toBe(false);
  const bettors = await store.db.selectFrom('bet_counters').select('bettor').execute();
  expect(bettors).toEqual([{ bettor: alice.bettor }]);
  expect((await world.chain.accounts.findBettor(bob.wallet.address))?.available[0]).toBe(10n * SOL);
});

describe('refused before anything is signed', () => {
  const listSigned = ({ store }: Pick<Betting, 'store'>) =>
    store.db.selectFrom('bet_counters').selectAll().execute();

  test.each([
    ['a custom market', 'market_custom', { isCustom: true }],
    ['a market that is not what it says', 'market_mismatch', { mismatch: 'another source' }],
    ['a full market', 'pool_overflow', { pools: { yes: AMOUNT_MAX, no: 0n } }],
    ['a higher minimum', 'stake_below_minimum', { minimumStake: CENT + 1n }],
  ] as const)('%s', async (_name, code, change) => {
    const betting = await createBetting();
    const { world, placeBet, createMarket, context } = betting;
    const caller = callerOf((await world.openBettor()).wallet.address);
    const { id } = await createMarket();
    const { findCachedMarket } = context;
    const view = { ...(await context.findMarket(id)), ...change };
    Object.assign(context, { findCachedMarket: () => view });
    await expect(placeBet(caller, bet(id))).rejects.toMatchObject({ code });
    expect(await listSigned(betting)).toEqual([]);
    Object.assign(context, { findCachedMarket });
    expect((await placeBet(caller, bet(id))).state).toBe('confirmed');
  });

  test('a delegate of a generation that was disabled', async () => {
    const betting = await createBetting();
    const { world, placeBet, createMarket, context } = betting;
    const { wallet } = await world.openBettor();
    const { id } = await createMarket();
    const { delegateGeneration } = (await context.bettors.read(wallet.address)) as KnownBettor;
    const { onChain } = context.config;
    const disableBelow = (operatorDisabledBelow: number) =>
      Object.assign(context.config, { onChain: () => ({ ...onChain(), operatorDisabledBelow }) });
    disableBelow(delegateGeneration + 1);
    const placing = placeBet(callerOf(wallet.address), bet(id));
    await expect(placing).rejects.toMatchObject({ code: 'delegate_disabled' });
    expect(await listSigned(betting)).toEqual([]);
    disableBelow(delegateGeneration);
    expect((await placeBet(callerOf(wallet.address), bet(id))).state).toBe('confirmed');
  });

  test('too little allowance in the cache is checked against a fresh read', async () => {
    const { world, placeBet, createMarket } = await createBetting();
    const market = await createMarket();
    const { wallet } = await world.openBettor({ allowanceSol: SOL / 4n });
    const place = () => placeBet(callerOf(wallet.address), bet(market.id, '0.5'));
    await expect(place()).rejects.toMatchObject({
      code: 'allowance_insufficient',
      params: { available: '0.25 SOL', required: '0.5 SOL' },
    });
    await world.setDelegate(wallet, { allowanceSol: SOL });
    expect((await place()).state).toBe('confirmed');
  });
});

test('what is cached of a wallet after its bet is what the chain says', async () => {
  const { world, placeBet, createMarket, context } = await createBetting();
  const { wallet } = await world.openBettor({ allowanceSol: SOL });
  const market = await createMarket();
  await placeBet(callerOf(wallet.address), bet(market.id, '0.25', 'No'));
  const cached = context.bettors.find(wallet.address);
  const read = (await context.bettors.read(wallet.address)) as KnownBettor;
  expect([read.available[0], read.allowance[0]]).toEqual([(39n * SOL) / 4n, (3n * SOL) / 4n]);
  expect([read.slots, read.freeSlot]).toEqual([new Map([[market.address, 0]]), 1]);
  const { available, allowance, slots } = read;
  expect(cached).toMatchObject({ available, allowance, slots });
});

test('a bet whose delegate was set again is retried once, with a new id', async () => {
  const { world, placeBet, createMarket } = await createBetting();
  const { wallet } = await world.openBettor();
  const market = await createMarket();
  const first = await placeBet(callerOf(wallet.address), bet(market.id));
  await world.setDelegate(wallet);
  const second = await placeBet(callerOf(wallet.address), bet(market.id), keyed('k'));
  expect(second).toMatchObject({ state: 'confirmed', pools: { yes: 2n * CENT, no: 0n } });
  const [, , firstEpoch] = first.betId.split('_');
  const [, , secondEpoch] = second.betId.split('_');
  expect(secondEpoch).not.toBe(firstEpoch);
  const again = await placeBet(callerOf(wallet.address), bet(market.id), keyed('k'));
  expect(again).toEqual(second);
});

test('too many undecided bets of one wallet are 429', async () => {
  expect(LIMITS.betIdsRemembered).toBe(256);
  const { world, placeBet, createMarket, store } = await createBetting();
  const { wallet } = await world.openBettor();
  const market = await createMarket();
  const first = await placeBet(callerOf(wallet.address), bet(market.id, '0.0001'));
  const place = () => placeBet(callerOf(wallet.address), bet(market.id, '0.0001'));
  // As if it were pending: it has the first id.
  const [, bettor = '', epoch = '', id = ''] = first.betId.split('_');
  const row = { wallet: wallet.address, bettor, market_id: market.id, outcome: 1n, amount: 1n };
  const numbered = { ...row, epoch: BigInt(epoch), id_number: BigInt(id) };
  const pending = {
    ...({ signature: 'pending', kind: 'place-bets', wire: new Uint8Array() } as const),
    marketId: market.id,
    ...{ lastValidBlockHeight: 0n, createdAt: 0n },
    bets: formatBets([newBetRow(numbered, 0n)], market.id),
  } as const;
  await store.write((db) => insertSubmissions(db, [pending]));
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(Array.from({ length: 24 }, place));
  }
  await expect(place()).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
  await store.write((db) => decideSubmission(db, { ...pending, state: 'landed', decidedAt: 1n }));
  expect((await place()).state).toBe('confirmed');
});

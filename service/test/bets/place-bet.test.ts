import type { Address } from '@solana/kit';
import type { Lander } from '@tote/chain/landing';
import { AMOUNT_MAX, amount, LIMITS, unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { BetTicket, type KnownBettor, type StoredBet, type WantedBet } from '../../src/bets/bet.ts';
import { toBetRecord } from '../../src/bets/bet-record.ts';
import { decideFailed } from '../../src/bets/decide.ts';
import { recordAttestation } from '../../src/store/journal/attestations.ts';
import { decideSubmission, insertSubmissions } from '../../src/store/journal/submissions.ts';
import { formatBets, newBetRow } from '../../src/store/journal/submitted-bets.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import {
  bet,
  callerOf,
  crashWhile,
  createBetting,
  holdNext,
  keyed,
  landingBy,
  startBetting,
} from '../submissions/betting.ts';
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

const REFUSED = [
  ['market_custom', { isCustom: true }],
  ['market_mismatch', { mismatch: 'another source' }],
  ['pool_overflow', { pools: { yes: AMOUNT_MAX, no: 0n } }],
  ['stake_below_minimum', { minimumStake: CENT + 1n }],
] as const;

test('a bet that must not be placed is refused before anything is signed', async () => {
  const { world, store, placeBet, createMarket, context } = await createBetting();
  const { wallet } = await world.openBettor();
  const caller = callerOf(wallet.address);
  const { id } = await createMarket();
  const { findCachedMarket } = context;
  const listSigned = () => store.db.selectFrom('bet_counters').selectAll().execute();
  for (const [code, change] of REFUSED) {
    const view = { ...(await context.findMarket(id)), ...change };
    Object.assign(context, { findCachedMarket: () => view });
    await expect(placeBet(caller, bet(id)), code).rejects.toMatchObject({ code });
    expect(await listSigned()).toEqual([]);
  }
  Object.assign(context, { findCachedMarket });
  // By a delegate of a generation that was disabled.
  const { delegateGeneration } = (await context.bettors.read(wallet.address)) as KnownBettor;
  const { onChain } = context.config;
  const disableBelow = (operatorDisabledBelow: number) =>
    Object.assign(context.config, { onChain: () => ({ ...onChain(), operatorDisabledBelow }) });
  disableBelow(delegateGeneration + 1);
  await expect(placeBet(caller, bet(id))).rejects.toMatchObject({ code: 'delegate_disabled' });
  expect(await listSigned()).toEqual([]);
  disableBelow(delegateGeneration);
  expect((await placeBet(caller, bet(id))).state).toBe('confirmed');
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
  // A wallet may write any time.
  await world.setDelegate(wallet, { expiresAt: -1n });
  await expect(place()).rejects.toMatchObject({
    code: 'delegate_expired',
    params: { expiredAt: '1970-01-01T00:00:00Z' },
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

test('a bet that its caller knows as pending is not placed again under another id', async () => {
  const { world, placeBet, createMarket, context } = await createBetting({ confirmWaitMs: 300 });
  const { wallet } = await world.openBettor();
  const market = await createMarket();
  await context.bettors.read(wallet.address);
  await world.setDelegate(wallet);
  const land = holdNext(world.chain);
  const first = await placeBet(callerOf(wallet.address), bet(market.id));
  expect(first.state).toBe('pending');
  land();
  const error = { code: 'delegate_epoch_wrong' };
  const read = ({ betId }: typeof first) => expect.poll(() => context.findBet(betId));
  await read(first).toMatchObject({ state: 'failed', error });
  const again = await placeBet(callerOf(wallet.address), bet(market.id));
  await read(again).toMatchObject({ state: 'confirmed', pools: { yes: CENT, no: 0n } });
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
    ...{ market_id: market.id, last_valid_block_height: 0n, created_at: 0n },
    bets: formatBets([newBetRow(numbered, 0n)], market.id),
  };
  await store.write((db) => insertSubmissions(db, [pending]));
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(Array.from({ length: 24 }, place));
  }
  await expect(place()).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
  await store.write((db) => decideSubmission(db, { ...pending, state: 'landed', decidedAt: 1n }));
  expect((await place()).state).toBe('confirmed');
});

/** A bet that was sent, and what becomes of it if the transaction fails with an error's number. */
async function createSent() {
  const { world, context, createMarket } = await createBetting();
  const { wallet, bettor } = await world.openBettor({ sol: SOL });
  const { id } = await createMarket();
  const row = newBetRow(
    {
      ...{ wallet: wallet.address, bettor, epoch: 0n, id_number: 1n, market_id: id },
      ...{ outcome: 1n, amount: SOL, signature: 'any', idempotency_key: null },
    },
    1n,
  );
  const market = (await context.findMarket(id)) as MarketView;
  const known = (await context.bettors.read(wallet.address)) as KnownBettor;
  const wanted: WantedBet = {
    ...{ wallet: wallet.address, market, outcome: 'Yes', amount: amount(SOL) },
    minRatioBps: 0,
    ...{ bettor: known, ticket: new BetTicket() },
  };
  const decide = async (customError: number, given: Partial<StoredBet> = {}) => {
    const bets = [{ row, market, slot: 0, slotCount: 8, minRatioBps: 0, ...given }];
    const [decided] = await decideFailed(context, bets, { text: '', customError }, 1n);
    if (!decided) throw new Error('nothing is decided');
    return { ...decided, code: JSON.parse(decided.row.error ?? '{}').code };
  };
  return { context, row, wanted, decide };
}

const WRONG_EPOCH = 44;
const DUPLICATE_BET = 45;

test('the error of a failed transaction says what becomes of its bets', async () => {
  const { context, row, wanted, decide } = await createSent();
  // Its account belongs to the system program, or is one of another type.
  for (const number of [6, 7, 50]) expect((await decide(number)).code).toBe('market_resolved');
  expect(await decide(2)).toMatchObject({ row: { state: 'failed' }, code: 'internal_error' });

  // A bet with the epoch before is placed again once, not twice.
  const first = await decide(WRONG_EPOCH, { wanted });
  expect(first).toMatchObject({ row: { state: 'failed' }, retry: { isRetry: true } });
  const second = await decide(WRONG_EPOCH, { wanted: { ...wanted, isRetry: true } });
  expect([second.code, second.retry]).toEqual(['delegate_epoch_wrong', undefined]);
  // Nobody waits for one that recovery has restored.
  expect((await decide(WRONG_EPOCH)).retry).toBeUndefined();

  // A bet whose id was used is confirmed only if it is the same bet.
  const market = await context.findMarket(row.market_id);
  const pools = { pool_yes: SOL, pool_no: 0n, state: 'confirmed', decided_at: 5n };
  const placed = toBetRecord({ ...row, ...pools, signature: 'earlier' }, market);
  for (const other of [{ marketId: 'another' }, { amount: SOL + 1n }, { outcome: 'No' }]) {
    Object.assign(context, { findBet: async () => ({ ...placed, ...other }) });
    expect(await decide(DUPLICATE_BET)).toMatchObject({ row: { state: 'failed' } });
  }
  Object.assign(context, { findBet: async () => placed });
  const confirmed = { state: 'confirmed', signature: 'earlier', pool_yes: SOL };
  expect(await decide(DUPLICATE_BET)).toMatchObject({ row: confirmed, wasPlaced: true });
});

// The minimum payout ratio of a bet between its check and its landing: other bets land first, the
// process ends, or the transaction is signed again.
const guarded = (marketId: string) => ({ ...bet(marketId, '1'), minPayoutRatio: 28_000 });

/** A market with 2 SOL on No, so that 1 SOL on Yes would be paid 2.8. */
async function createGuarded(bettors: number) {
  const betting = await createBetting();
  const { world, placeBet, createMarket, context } = betting;
  const market = await createMarket();
  const wallets: Address[] = [];
  while (wallets.length <= bettors) {
    const { wallet } = await world.openBettor();
    await context.bettors.read(wallet.address);
    wallets.push(wallet.address);
  }
  const [other, ...rest] = wallets as [Address, ...Address[]];
  await placeBet(callerOf(other), bet(market.id, '2', 'No'));
  const readPools = async () => (await world.chain.accounts.findMarket(market.address))?.pools;
  const readAvailable = async (wallet: Address) =>
    (await world.chain.accounts.findBettor(wallet))?.available[0];
  return { ...betting, market, wallets: rest, other, readPools, readAvailable };
}

test('the guard survives a crash and a new signature', async () => {
  const { world, store, context, ...rest } = await createGuarded(2);
  const { market, wallets, other, createMarket, placeBet, readPools, readAvailable } = rest;
  const [bettor, neighbour] = wallets as [Address, Address];
  const decided = await createMarket();
  await crashWhile({ world, store, context }, 'before sending', (crashing) =>
    Promise.allSettled([
      crashing.placeBet(callerOf(bettor), guarded(market.id), keyed('one')),
      crashing.placeBet(callerOf(neighbour), bet(decided.id), keyed('one')),
    ]),
  );

  // Meanwhile the ratio falls, and the market of the neighbour is decided.
  await placeBet(callerOf(other), bet(market.id, '1'));
  const said = { outcome: 'Yes', evidence: 'x', wallet: world.oracle.address } as const;
  const attestation = { marketId: decided.id, ...said, createdAt: unixSeconds(1_800_000_000) };
  await store.write((db) => recordAttestation(db, attestation));

  let landings = 0;
  const land: Lander['land'] = async (...args) => {
    landings += 1;
    return landings === 1 ? { kind: 'expired' } : world.chain.lander.land(...args);
  };
  const next = await startBetting(landingBy(world, land), store);
  await next.recover();
  expect(landings).toBe(2);
  await next.indexer.catchUp();
  const again = next.placeBet(callerOf(bettor), guarded(market.id), keyed('one'));
  await expect(again).rejects.toMatchObject({ code: 'ratio_too_low', params: { ratio: '1.9' } });
  expect(await readPools()).toEqual([SOL, 2n * SOL]);
  expect(await readAvailable(bettor)).toBe(10n * SOL);
  const failed = await store.db.selectFrom('submitted_bets').select('error').execute();
  expect(failed.map(({ error }) => JSON.parse(error ?? '').code).sort()).toEqual([
    ...['condition_already_met', 'ratio_too_low'],
  ]);
});

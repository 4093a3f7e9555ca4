// Accounts that grew since they were cached need more compute units than expected. All bets of the
// group are still placed, and none twice.

import type { Signature } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { placeBetsUnits, readUnitLimit, SLOTS_MAX } from '@tote/chain/compute-units';
import type { Lander } from '@tote/chain/landing';
import { getGrowBettorInstruction } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { findTransaction } from '../../src/queries/find-transaction.ts';
import {
  type Betting,
  bet,
  callerOf,
  crashWhile,
  createBetting,
  keyed,
  landingBy,
  startBetting,
} from '../submissions/betting.ts';
import { createGate } from '../support/create-gate.ts';

const GROWN = 6;
const BETTORS = 16;
const CENT = 10_000_000n;

/** Sixteen cached bettors, six of which have grown since. */
async function createCrowd(count = BETTORS, grown = GROWN) {
  const betting = await createBetting();
  const { world, placeBet, createMarket } = betting;
  const earlier = await createMarket();
  const bettors = await Promise.all(Array.from({ length: count }, () => world.openBettor()));
  for (const { wallet } of bettors) await placeBet(callerOf(wallet.address), bet(earlier.id));
  const payer = world.relayer.signer;
  for (const { bettor } of bettors.slice(0, grown)) {
    const steps = [200, 200, 200, 200, 200, SLOTS_MAX - 1_008];
    const grow = steps.map((slots) => getGrowBettorInstruction({ payer, bettor, slots }));
    await world.chain.send(grow, [world.relayer]);
  }
  const market = await createMarket();
  const wallets = bettors.map(({ wallet }) => wallet.address);
  /** Another instance with the same cache. */
  const startOther = (land: Lander['land']) =>
    startBetting(landingBy(world, land), betting.store, {
      ...{ bettors: betting.context.bettors, confirmWaitMs: 1_000 },
    });
  return { ...betting, betting, market, wallets, startOther };
}

const betAll = (placeBet: Betting['placeBet'], marketId: string, wallets: readonly string[]) =>
  Promise.all(
    wallets.map((wallet) => placeBet(callerOf(wallet as never), bet(marketId), keyed('one'))),
  );

async function expectPlacedOnce(
  { world, store, context }: Betting,
  { id, address }: { id: string; address: string },
  wallets: readonly string[],
): Promise<void> {
  const total = BigInt(wallets.length) * CENT;
  const account = await world.chain.accounts.findMarket(address as never);
  expect(account?.pools).toEqual([total, 0n]);
  expect((await context.findMarket(id))?.pools).toEqual({ yes: total, no: 0n });
  for (const wallet of wallets) {
    const bettor = await world.chain.accounts.findBettor(wallet as never);
    expect(bettor?.available[0]).toBe(10n * SOL - 2n * CENT);
  }
  const pending = store.db.selectFrom('submissions').select('signature');
  expect(await pending.where('state', '=', 'pending').execute()).toEqual([]);
}

async function fetchWire({ rpc }: Pick<Chain, 'rpc'>, signature: string): Promise<Uint8Array> {
  const options = { encoding: 'base64', maxSupportedTransactionVersion: 0 } as const;
  const found = await rpc.getTransaction(signature as Signature, options).send();
  return Buffer.from(found?.transaction[0] ?? '', 'base64');
}

describe('sixteen bets with six grown accounts among them', () => {
  test('are all confirmed, and the next ones share a transaction again', async () => {
    const { betting, world, placeBet, market, wallets, context } = await createCrowd();
    const records = await betAll(placeBet, market.id, wallets);
    expect(records.map(({ state }) => state)).toEqual(records.map(() => 'confirmed'));
    const signatures = new Set(records.map(({ transactionId }) => transactionId));
    expect(signatures.size).toBe(BETTORS);
    // Sent alone, each has the units for the largest account.
    const wires = [...signatures].map((signature) => fetchWire(world.chain, signature));
    const limits = (await Promise.all(wires)).map((wire) => readUnitLimit(wire));
    expect(limits).toEqual(records.map(() => placeBetsUnits([SLOTS_MAX])));
    await expectPlacedOnce(betting, market, wallets);
    // The same request has the same answer.
    expect(await betAll(placeBet, market.id, wallets)).toEqual(records);
    // The accounts are read again, so the next group has enough units.
    const slots = wallets.map((wallet) => context.bettors.find(wallet)?.slotCount);
    expect(slots).toEqual(wallets.map((_, index) => (index < GROWN ? SLOTS_MAX : 8)));
    const later = await Promise.all(
      wallets.map((wallet) => placeBet(callerOf(wallet), bet(market.id))),
    );
    for (const { state } of later) expect(state).toBe('confirmed');
    expect(new Set(later.map(({ transactionId }) => transactionId)).size).toBe(1);
  });

  test('a reply as pending leads to the final transaction of each bet', async () => {
    const { betting, world, market, wallets, store, indexer, startOther } = await createCrowd();
    // Stored before the replies, and on chain only after them.
    const { lander } = world.chain;
    const { opened, open } = createGate();
    const land: Lander['land'] = async (...args) => {
      await opened;
      return lander.land(...args);
    };
    const impatient = await startOther(land);
    const pending = await betAll(impatient.placeBet, market.id, wallets);
    expect(pending.map(({ state }) => state)).toEqual(pending.map(() => 'pending'));
    open();
    const context = { ...impatient.context, cache: indexer.cache } as never;
    const read = async () => {
      const first = await store.db
        .selectFrom('submissions')
        .select('signature')
        .where('replaced_by', 'is not', null)
        .executeTakeFirst();
      return findTransaction(context, first?.signature ?? '');
    };
    await until(async () => {
      const states = (await read())?.bets.map(({ state }) => state);
      expect(states).toEqual(pending.map(() => 'confirmed'));
    });
    const record = await read();
    expect(record).toMatchObject({ state: 'failed' });
    expect(record).not.toHaveProperty('replacedBy');
    const ids = record?.bets.map(({ betId }) => betId).sort();
    expect(ids).toEqual(pending.map(({ betId }) => betId).sort());
    await expectPlacedOnce({ ...betting, context: impatient.context }, market, wallets);
  });
});

describe('a process that crashes', () => {
  async function expectRecovered(crowd: Awaited<ReturnType<typeof createCrowd>>) {
    const { world, store, betting, market, wallets } = crowd;
    const next = await startBetting(world, store);
    await next.recover();
    await next.indexer.catchUp();
    const records = await betAll(next.placeBet, market.id, wallets);
    expect(records.map(({ state }) => state)).toEqual(wallets.map(() => 'confirmed'));
    await expectPlacedOnce({ ...betting, context: next.context }, market, wallets);
    expect(await next.recover()).toBe(0);
  }

  test('before it splits the group: the next one does, and every bet counts once', async () => {
    const crowd = await createCrowd();
    const { market, wallets } = crowd;
    await crashWhile(crowd, 'after landing', ({ placeBet }) =>
      betAll(placeBet, market.id, wallets),
    );
    await expectRecovered(crowd);
  });

  test('after it, with some bets placed: the next one places the others', async () => {
    const crowd = await createCrowd();
    const { world, market, wallets, startOther } = crowd;
    const { lander } = world.chain;
    let [landings, landed] = [0, 0];
    const land: Lander['land'] = (transaction, signal) => {
      landings += 1;
      // The group, and five of its bets. Whether the others were sent is unknown.
      if (landings <= 6) {
        return lander.land(transaction, signal).finally(() => {
          landed += 1;
        });
      }
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
    };
    const crashing = await startOther(land);
    await betAll(crashing.placeBet, market.id, wallets);
    await until(() => expect([landings, landed]).toEqual([1 + BETTORS, 6]));
    await crashing.stop();
    await expectRecovered(crowd);
  });
});

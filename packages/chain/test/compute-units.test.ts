import type { Address } from '@solana/kit';
import {
  getResolveMarketInstruction,
  getSettlePositionsInstruction,
  Outcome,
} from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { settleMarket } from '../../../service/src/markets/settle-market.ts';
import { NO_CRASH_POINTS } from '../../../service/test/support/no-crash-points.ts';
import {
  placeBetsUnits,
  readUnitLimit,
  SLOTS_MAX,
  settlePositionsUnits,
} from '../src/compute-units.ts';
import { PlaceBetsTemplate } from '../src/place-bets-template.ts';
import { createWorld, MINIMUM_SOL, SOL, type World } from './world.ts';

const HEAD_BYTES = 216;
const SLOT_BYTES = 48;
/** The most different bettors that fit into a transaction. */
const POSITIONS_MAX = 61;

test('the limit suffices if every hint is wrong and every slot is searched', async () => {
  const world = await createWorld();
  const market = await world.createMarket();
  const slots = 200;
  const bettors = await Promise.all(Array.from({ length: 4 }, () => world.openBettor({ slots })));
  const first = await place(world, { market, bettors, slots, betId: 1, hint: slots - 1 });
  const second = await place(world, { market, bettors, slots, betId: 2, hint: 0 });
  for (const { used, limit } of [first, second]) {
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThan(limit / 2);
  }
});

describe('accounts with the maximum of slots, all used except the last', () => {
  test('bets with wrong hints fit into the limit', async () => {
    const world = await createWorld();
    const market = await world.createMarket();
    const bettors = await openLarge(world, 16);
    const slots = SLOTS_MAX;
    const { used, limit } = await place(world, { market, bettors, slots, betId: 1, hint: 0 });
    // There is a margin, but not so large that a smaller limit would do.
    expect(used).toBeLessThan(limit * 0.8);
    expect(used).toBeGreaterThan(limit / 3);
  });

  test('61 settlements without hints fit into one transaction and its limit', async () => {
    const world = await createWorld();
    const { chain, relayer } = world;
    const market = await world.createMarket();
    const bettors = await openLarge(world, POSITIONS_MAX);
    for (let at = 0; at < bettors.length; at += 16) {
      const some = bettors.slice(at, at + 16);
      await place(world, {
        ...{ market, bettors: some, slots: SLOTS_MAX, betId: 1, hint: SLOTS_MAX - 1 },
      });
    }
    await expect.poll(() => resolve(world, market), { interval: 50 }).toBe(true);
    const used: number[] = [];
    const lander: typeof chain.lander = {
      async land(transaction) {
        const landing = await chain.lander.land(transaction);
        if (landing.kind !== 'landed') throw new Error('it did not land');
        used.push(unitsOf(landing.landed.logs, chain.programAddress));
        return landing;
      },
    };
    const unsettled = bettors.map(({ bettor }) => bettor);
    const ingest = async () => {
      unsettled.length = 0;
    };
    const settled = await settleMarket(
      {
        chain: { ...chain, lander },
        keys: { keeper: relayer },
        indexer: { ingest },
        ...{ fees: undefined, crash: NO_CRASH_POINTS },
        listUnsettled: async (_, limit) => unsettled.slice(0, limit),
      },
      { id: `market_${market}`, address: market },
    );
    expect(settled).toBe(POSITIONS_MAX);
    expect(used).toHaveLength(1);
    const limit = settlePositionsUnits(POSITIONS_MAX);
    expect(limit).toBeLessThan(1_400_000);
    expect(used[0]).toBeLessThan(limit * 0.8);
    expect(used[0]).toBeGreaterThan(limit / 3);
    expect(await chain.accounts.findMarket(market)).toMatchObject({ openPositions: 0n });
  });
});

test('the limit of a transaction is read from its bytes', async () => {
  const world = await createWorld();
  const instruction = getSettlePositionsInstruction({
    market: world.oracle.address,
    positions: [{ bettor: world.relayer.address }],
  });
  const limited = await world.chain.sign([instruction], [world.admin], { computeUnitLimit: 777 });
  expect(readUnitLimit(limited.wire)).toBe(777);
  expect(readUnitLimit((await world.chain.sign([instruction], [world.admin])).wire)).toBe(0);
  // A transaction of version 1, with and without a priority fee.
  const large = { ...instruction, data: new Uint8Array(2_000) };
  for (const computeUnitPrice of [undefined, 5n]) {
    const options = { computeUnitLimit: 888, ...(computeUnitPrice && { computeUnitPrice }) };
    const { wire } = await world.chain.sign([large], [world.admin], options);
    expect([wire[0], readUnitLimit(wire)]).toEqual([0x81, 888]);
  }
});

type Opened = Awaited<ReturnType<World['openBettor']>>;

interface Placing {
  market: Address;
  bettors: readonly Opened[];
  slots: number;
  betId: number;
  hint: number;
}

async function place(world: World, { market, bettors, slots, betId, hint }: Placing) {
  const { chain, relayer } = world;
  const template = new PlaceBetsTemplate({
    programAddress: chain.programAddress,
    config: chain.addresses.config,
    delegate: relayer.address,
  });
  const about = { market, currency: 0, isGated: true };
  const bets = await Promise.all(
    bettors.map(async ({ wallet, bettor }) => {
      const { epoch = 0n } = (await chain.accounts.findBettor(wallet.address)) ?? {};
      return { bettor, outcome: Outcome.Yes, amount: MINIMUM_SOL, epoch, betId, slot: hint };
    }),
  );
  const limit = placeBetsUnits(bets.map(() => slots));
  const signed = template.sign([{ ...about, bets }], await chain.blockhashes.latest(), relayer, {
    units: limit,
  });
  const landing = await chain.lander.land(signed);
  if (landing.kind !== 'landed' || landing.landed.error) throw new Error('it did not land');
  return { limit, used: unitsOf(landing.landed.logs, chain.programAddress) };
}

/** False in a slot with a bet. */
async function resolve({ chain, relayer, oracle }: World, market: Address): Promise<boolean> {
  const instruction = getResolveMarketInstruction({
    market,
    oracle: oracle.signer,
    config: chain.addresses.config,
    outcome: Outcome.Yes,
    evidenceHash: new Uint8Array(32),
  });
  return chain.send([instruction], [relayer, oracle]).then(
    () => true,
    () => false,
  );
}

/** Bettors with bets in a thousand other markets. */
async function openLarge(world: World, count: number): Promise<Opened[]> {
  const { chain, localnet } = world;
  const bettors = await Promise.all(Array.from({ length: count }, () => world.openBettor()));
  const accounts = await Promise.all(
    bettors.map(async ({ bettor }) => {
      const { value } = await chain.rpc
        .getAccountInfo(bettor, { commitment: 'confirmed', encoding: 'base64' })
        .send();
      const data = new Uint8Array(HEAD_BYTES + SLOTS_MAX * SLOT_BYTES);
      data.set(Buffer.from(value?.data[0] ?? '', 'base64').subarray(0, HEAD_BYTES));
      const view = new DataView(data.buffer);
      view.setUint16(4, SLOTS_MAX, true);
      view.setUint16(6, SLOTS_MAX - 1, true);
      for (let slot = 0; slot < SLOTS_MAX - 1; slot += 1) {
        const at = HEAD_BYTES + slot * SLOT_BYTES;
        view.setUint32(at, slot + 1, true);
        view.setBigUint64(at + 32, 1n, true);
      }
      const owner = chain.programAddress;
      return { address: bettor, lamports: SOL, owner, data, executable: false };
    }),
  );
  await localnet.sandbox.setAccounts(accounts);
  return bettors;
}

function unitsOf(logs: readonly string[], programAddress: Address): number {
  const line = logs.find((one) => one.startsWith(`Program ${programAddress} consumed`));
  return Number(line?.split(' ')[3] ?? 0);
}

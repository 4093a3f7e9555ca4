import { BETTOR_ACCOUNT_TYPE, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { createWorld } from './support/world.ts';

const SOL = 1_000_000_000n;
const SLOT_COUNT = 4;

const world = createWorld();
const { build, addresses, keys } = world;
const { alice, bob, operator, stranger } = keys;
const bettor = bettorAddress(alice);
const rentOf = (slots: number) => world.rent(216 + 48 * slots);
beforeEach(() => world.reset());

/** A Bettor of 1,000 slots: 200 to open, then 4 times 200. */
function open1000(): void {
  world.bettor(alice, { slots: 200, isDelegated: false });
  for (let i = 0; i < 4; i += 1) world.must(build.growBettor(alice, 200));
}

describe('all is well', () => {
  test('the slots are added, free ones, and nothing else changes by a byte', () => {
    world.bettor(alice, { sol: SOL, utility: SOL, slots: 2 });
    world.must(build.setAutoWithdraw(alice, true));
    const market = world.createMarket();
    world.bet(alice, market, Outcome.Yes, SOL / 4n);
    world.must(build.placeBets(market, [{ wallet: alice, outcome: Outcome.No, amount: SOL / 8n }]));
    const before = Buffer.from(world.getData(bettor));
    world.must(build.growBettor(alice, 3));

    const after = Buffer.from(world.getData(bettor));
    expect(after).toHaveLength(216 + 5 * 48);
    expect(after.readUInt16LE(SLOT_COUNT)).toBe(5);
    before.writeUInt16LE(5, SLOT_COUNT);
    expect(after.subarray(0, before.length)).toEqual(before);
    expect(after.subarray(before.length)).toEqual(Buffer.alloc(3 * 48));
    expect(after[0]).toBe(BETTOR_ACCOUNT_TYPE);
    expect(world.getBettor(alice)).toMatchObject({
      openPositions: 1,
      available: [SOL - SOL / 4n - SOL / 8n, SOL],
      delegate: operator.address,
      highestBetId: 1,
    });
  });

  test('the event names the Bettor and all its slots', () => {
    world.bettor(alice, { slots: 200 });
    const result = world.must(build.growBettor(alice, 100));
    expectEvent(result, 'BettorGrown', { slotCount: 300, bettor });
    expect([...result.returnData.slice(0, 8)]).toEqual([3, 3, 44, 1, 0, 0, 0, 0]);
  });
});

describe('the number of slots', () => {
  test('reaches 1,024 in all, and not 1,025', () => {
    open1000();
    world.expectRefused(build.growBettor(alice, 25), 'InvalidSlotCount');
    world.must(build.growBettor(alice, 24));
    expect(world.getBettor(alice)).toMatchObject({ slotCount: 1_024, openPositions: 0 });
    expect(world.getLamports(bettor)).toBe(rentOf(1_024));
    world.expectRefused(build.growBettor(alice, 1), 'InvalidSlotCount');
    world.expectRefused(build.growBettor(alice, 200), 'InvalidSlotCount');
  });

  test.each([0, 201, 65_535])('does not grow by %i', (slots) => {
    world.bettor(alice);
    world.expectRefused(build.growBettor(alice, slots), 'InvalidSlotCount');
  });
});

describe('who may', () => {
  test('who paid the rent and the wallet may pay for more, and nobody else', () => {
    world.bettor(alice);
    for (const payer of [stranger, bob, keys.admin, keys.guardian]) {
      world.expectRefused(build.growBettor(alice, 1, { payer }), 'NotRentPayer');
    }
    world.must(build.growBettor(alice, 1, { payer: alice }));
    world.must(build.growBettor(alice, 1));
    expect(world.getBettor(alice).slotCount).toBe(6);
  });
});

describe('what the wallet pays on an account that somebody else opened', () => {
  const SLOT_RENT = 48n * 5_080n;

  test('is kept apart, to the lamport and over several times', () => {
    world.bettor(alice, { slots: 1 });
    const before = world.getLamports(alice.address);
    world.must(build.growBettor(alice, 3, { payer: alice }));
    expect(world.getBettor(alice)).toMatchObject({
      slotCount: 4,
      rentPayer: operator.address,
      walletRent: 3n * SLOT_RENT,
    });
    world.must(build.growBettor(alice, 7));
    expect(world.getBettor(alice).walletRent).toBe(3n * SLOT_RENT);
    world.must(build.growBettor(alice, 200, { payer: alice }));
    expect(world.getBettor(alice).walletRent).toBe(203n * SLOT_RENT);
    expect(before - world.getLamports(alice.address)).toBe(203n * SLOT_RENT);
    expect(world.getLamports(bettor)).toBe(rentOf(211));
  });

  test('is only what it paid: lamports that were sent to the account are not its', () => {
    world.bettor(alice, { slots: 4 });
    const { owner, data } = { owner: addresses.program, data: world.getData(bettor) };
    world.setAccount(bettor, { owner, data, lamports: rentOf(4) + SLOT_RENT + 1_000n });
    world.must(build.growBettor(alice, 1, { payer: alice }));
    expect(world.getBettor(alice).walletRent).toBe(0n);
    world.must(build.growBettor(alice, 1, { payer: alice }));
    expect(world.getBettor(alice).walletRent).toBe(SLOT_RENT - 1_000n);
  });
});

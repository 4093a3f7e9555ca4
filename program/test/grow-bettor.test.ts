import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress } from './support/build.ts';
import { createWorld } from './support/world.ts';

const world = createWorld();
const { build, addresses, keys } = world;
const { alice } = keys;
const bettor = bettorAddress(alice);
const rentOf = (slots: number) => world.rent(216 + 48 * slots);
beforeEach(() => world.reset());

/** A Bettor of 1,000 slots: 200 to open, then 4 times 200. */
function open1000(): void {
  world.bettor(alice, { slots: 200, isDelegated: false });
  for (let i = 0; i < 4; i += 1) world.must(build.growBettor(alice, 200));
}

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

const SLOT_RENT = 48n * 5_080n;

test('on an account that somebody else opened, its rent is only what the wallet paid: lamports that were sent to the account are not its', () => {
  world.bettor(alice, { slots: 4 });
  const { owner, data } = { owner: addresses.program, data: world.getData(bettor) };
  world.setAccount(bettor, { owner, data, lamports: rentOf(4) + SLOT_RENT + 1_000n });
  world.must(build.growBettor(alice, 1, { payer: alice }));
  expect(world.getBettor(alice).walletRent).toBe(0n);
  world.must(build.growBettor(alice, 1, { payer: alice }));
  expect(world.getBettor(alice).walletRent).toBe(SLOT_RENT - 1_000n);
});

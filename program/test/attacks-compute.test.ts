// The most that one Bettor can cost its neighbours: 1,024 slots, every one of them looked at. The
// service budgets for this (docs/compute-units.md has the numbers); here is what it relies on.
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { toBytes, u64Bytes } from './support/address-bytes.ts';
import { bettorAddress } from './support/build.ts';
import { verdictsOf } from './support/expect-event.ts';
import { createKey, type Key } from './support/key.ts';
import { patchBytes } from './support/patch.ts';
import { createWorld } from './support/world.ts';

const { Yes, No } = Outcome;
const SOL = 1_000_000_000n;
const SLOTS = 1_024;
const LAST = SLOTS - 1;
const SLOTS_AT = 216;
const SLOT_BYTES = 48;
const OPEN_POSITIONS_AT = 6;
const TRANSACTION_UNITS = 1_400_000;

/** A wrong hint makes the program look at every slot, twice for a first bet. */
const LOOKED_THROUGH_UNITS = 13_000;

const world = createWorld();
const { build } = world;
beforeEach(() => world.reset());

const limit = (units: number) => getSetComputeUnitLimitInstruction({ units });

/** A Bettor of 1,024 slots, all but some of them taken by other markets. */
function grown(name: string, free: readonly number[] = []): Key {
  const wallet = world.wallet(name);
  world.bettor(wallet, { slots: 200, sol: 100n * SOL });
  for (const added of [200, 200, 200, 200, 24]) world.must(build.growBettor(wallet, added));
  const slots = new Uint8Array(SLOTS * SLOT_BYTES);
  const other = toBytes(createKey('other market').address);
  for (let slot = 0; slot < SLOTS; slot += 1) {
    if (free.includes(slot)) continue;
    slots.set(other, slot * SLOT_BYTES);
    slots.set(u64Bytes(1n), slot * SLOT_BYTES + 32);
  }
  const taken = SLOTS - free.length;
  patchBytes(world, bettorAddress(wallet), SLOTS_AT, slots);
  patchBytes(world, bettorAddress(wallet), OPEN_POSITIONS_AT, [taken & 255, taken >> 8]);
  return wallet;
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => grown(`grown ${index}`, [LAST]));
const betOf = (wallet: Key, slot = 0) => ({ wallet, outcome: Yes, amount: 100_000n, slot });

describe('a Bettor of 1,024 slots', () => {
  // Other hints are in docs/compute-units.md, to the unit.
  test.each([
    ['with the first slot free and the last as hint', 0, LAST],
    ['with a hint beyond its slots', LAST, 65_535],
  ])('%s costs no more than looking through it', (_, free, hint) => {
    const wallet = grown('grown', [free]);
    const result = world.must(build.placeBets(world.createMarket(), [betOf(wallet, hint)]));
    expect(verdictsOf(result)).toEqual(['Done']);
    expect(result.computeUnits).toBeLessThan(LOOKED_THROUGH_UNITS);
  });
});

describe('a whole batch of the worst fits into a transaction', () => {
  test('56 bets of 56 such Bettors', () => {
    const market = world.createMarket();
    const batch = build.placeBets(
      market,
      many(56).map((wallet) => betOf(wallet)),
    );
    const result = world.must([limit(TRANSACTION_UNITS), batch]);
    expect(new Set(verdictsOf(result))).toEqual(new Set(['Done']));
    expect(result.computeUnits).toBeLessThan(56 * LOOKED_THROUGH_UNITS);
  });

  test('61 settlements from last slots, as many as a transaction has accounts for', () => {
    const wallets = many(61);
    const market = world.createMarket();
    for (const [index, wallet] of wallets.entries()) {
      const outcome = index % 2 === 0 ? Yes : No;
      world.must(build.placeOwnBet(market, { ...betOf(wallet, LAST), outcome }));
    }
    world.resolve(market, Yes);
    // Even without asking for more than an instruction has by itself.
    const result = world.must(build.settlePositions(market, wallets));
    expect(new Set(verdictsOf(result))).toEqual(new Set(['Done']));
    expect(result.computeUnits).toBeLessThan(200_000);
  });
});

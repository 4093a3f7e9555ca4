// Worst cases: the largest accounts, wrong hints, and as many bets or positions as fit into one
// transaction.
import { Outcome, type ProgramInstruction } from '@tote/program-client';
import { toBytes, u64Bytes } from '../../program/test/support/address-bytes.ts';
import { bettorAddress, HOUR } from '../../program/test/support/build.ts';
import { stateFactData } from '../../program/test/support/facts.ts';
import { addresses, keys } from '../../program/test/support/genesis.ts';
import { createKey, type Key } from '../../program/test/support/key.ts';
import { patchBytes } from '../../program/test/support/patch.ts';
import { createWorld, type World } from '../../program/test/support/world.ts';
import {
  COMPUTE_UNITS_MAX,
  findLargest,
  type Measurement,
  measure,
  type Sending,
} from './measure.ts';
import { BALANCE, BETS_MAX, betsOf, POSITIONS_MAX } from './scene.ts';

const SLOTS_MAX = 1_024;
const SLOTS_AT_ONCE = 200;
const LAST = SLOTS_MAX - 1;
const HEAD_BYTES = 216;
const SLOT_BYTES = 48;
const OPEN_POSITIONS_OFFSET = 6;
const LARGE_ACCOUNT_BYTES = 100_000;
const WRONG = 0;
const { operator, keeper } = keys;

/** A Bettor of the largest size with all slots used, or all except the last one. */
function fill(world: World, name: string, freeSlots: 0 | 1 = 1): Key {
  const wallet = world.bettor(world.wallet(name), { sol: BALANCE, slots: SLOTS_AT_ONCE });
  for (let slots = SLOTS_AT_ONCE; slots < SLOTS_MAX; slots += SLOTS_AT_ONCE) {
    world.must(world.build.growBettor(wallet, Math.min(SLOTS_AT_ONCE, SLOTS_MAX - slots)));
  }
  const slot = new Uint8Array(SLOT_BYTES);
  slot.set(toBytes(createKey('another market').address));
  slot.set(u64Bytes(1n), 32);
  const taken = SLOTS_MAX - freeSlots;
  const bettor = bettorAddress(wallet);
  patchBytes(world, bettor, HEAD_BYTES, Buffer.concat(Array(taken).fill(slot)));
  patchBytes(world, bettor, OPEN_POSITIONS_OFFSET, [taken & 0xff, taken >> 8]);
  return wallet;
}

const fillMany = (world: World, count: number) =>
  Array.from({ length: count }, (_, index) => fill(world, `large bettor ${index}`));

const sendingOf = (
  instruction: ProgramInstruction,
  rest: Partial<Omit<Sending, 'instructions'>> = {},
): Sending => ({
  ...{ feePayer: operator, instructions: [instruction], computeUnitLimit: COMPUTE_UNITS_MAX },
  ...rest,
});

/** One bet: all slots are searched for the market, and then for a free slot. */
function measureOneBet(): Measurement[] {
  const world = createWorld();
  const [wallet, full] = [fill(world, 'large bettor'), fill(world, 'full bettor', 0)];
  const market = world.createMarket();
  const place = (what: string, bettor: Key, slot: number, isRefused = false) => {
    const instruction = world.build.placeBets(market, betsOf([bettor], slot));
    return measure(world, `one bet, ${what}`, sendingOf(instruction, { isRefused }));
  };
  return [
    place('first in the market, wrong hint', wallet, WRONG),
    place('adding to the position, wrong hint', wallet, WRONG),
    place('no slot is free (refused)', full, WRONG, true),
  ];
}

function measureOneBettor(freeSlots: 0 | 1, what: string): Measurement {
  const world = createWorld();
  const wallets = Array<Key>(BETS_MAX).fill(fill(world, 'large bettor', freeSlots));
  const instruction = world.build.placeBets(world.createMarket(), betsOf(wallets, WRONG));
  const options = { count: BETS_MAX, version: 1, isRefused: freeSlots === 0 } as const;
  return measure(world, what, sendingOf(instruction, options));
}

function measureManyBettors(): Measurement {
  const world = createWorld();
  const wallets = fillMany(world, BETS_MAX);
  const instruction = world.build.placeBets(world.createMarket(), betsOf(wallets, WRONG));
  const what = `${BETS_MAX} different bettors, in a v1 transaction`;
  return measure(world, what, sendingOf(instruction, { count: BETS_MAX, version: 1 }));
}

/** The positions are in the last slots, and the hints point to the first. */
function measureSettlement(): Measurement {
  const world = createWorld();
  const wallets = fillMany(world, POSITIONS_MAX);
  const market = world.createMarket();
  for (const [index, bet] of betsOf(wallets, LAST).entries()) {
    const feePayer = wallets[index] as Key;
    measure(world, 'its bet', sendingOf(world.build.placeOwnBet(market, bet), { feePayer }));
  }
  world.resolve(market, Outcome.Yes);
  const build = (count: number) => {
    const instruction = world.build.settlePositions(market, wallets.slice(0, count), WRONG);
    return sendingOf(instruction, { feePayer: keeper, count, version: 1 });
  };
  const count = findLargest(POSITIONS_MAX, build);
  return measure(world, `${count} settlements, the most in a v1 transaction`, build(count));
}

/** The evidence is a hash of all bytes of the account that a clause can read. */
function measureLargeWitness(): Measurement {
  const world = createWorld();
  const { market, observed } = world.createStateMarket();
  const data = new Uint8Array(LARGE_ACCOUNT_BYTES);
  data.set(stateFactData(1n));
  world.setAccount(observed, { data, owner: addresses.factProgram });
  world.advance(HOUR);
  const sending = sendingOf(world.build.resolveByFact(market, observed), { feePayer: keeper });
  return measure(world, 'resolve_market, state fact in an account of 100,000 bytes', sending);
}

export function measureWorst(): Measurement[] {
  return [
    ...measureOneBet(),
    measureOneBettor(1, '56 bets of one bettor'),
    measureOneBettor(0, '56 bets of one bettor, no slot is free (all refused)'),
    measureManyBettors(),
    measureSettlement(),
    measureLargeWitness(),
  ];
}

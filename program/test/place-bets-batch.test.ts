import type { AccountMeta, Address } from '@solana/kit';
import { NO_ADDRESS, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress, type TestBet } from './support/build.ts';
import { verdictsOf } from './support/expect-event.ts';
import { keys } from './support/genesis.ts';
import { patchU64 } from './support/patch.ts';
import { withAccount } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const { alice, bob } = keys;
const { Yes, No } = Outcome;
const MINIMUM = 100_000n;
const FUNDS = 10_000_000n;

const world = createWorld();
let market: Address;
beforeEach(() => {
  world.reset();
  for (const wallet of [alice, bob]) world.bettor(wallet, { sol: FUNDS, utility: FUNDS });
  market = world.createMarket();
});

const bet = (wallet: TestBet['wallet'], amount = MINIMUM, outcome = Yes): TestBet => ({
  wallet,
  amount,
  outcome,
});

describe('a batch of a delegate', () => {
  test('with strict fails whole at its first bad bet, ids included', () => {
    const isStrict = true;
    const bets = [bet(alice), bet(bob, FUNDS + 1n), bet(alice, 1n)];
    const strict = world.build.placeBets(market, bets, { isStrict });
    world.expectRefused(strict, 'InsufficientFunds');
    const good = world.build.placeBets(market, [bet(alice), bet(bob)], { isStrict });
    expect(verdictsOf(world.must(good))).toEqual(['Done', 'Done']);
  });

  test('may hold the same bettor twice among its accounts', () => {
    const pair = world.build.placeBets(market, [bet(alice, 200_000n), bet(bob, 300_000n)]);
    const id = 8 + 24 + 16;
    const data = Uint8Array.from(pair.data);
    data[id] = 2;
    const twice = withAccount({ ...pair, data }, 4, bettorAddress(alice));
    expect(verdictsOf(world.must(twice))).toEqual(['Done', 'Done']);
    const { available, openPositions, slots, highestBetId } = world.getBettor(alice);
    expect([available[0], openPositions, highestBetId]).toEqual([FUNDS - 500_000n, 1, 2]);
    expect(slots[0]).toEqual({ market, stakeYes: 500_000n, stakeNo: 0n });
    expect(world.getMarket(market).openPositions).toBe(1n);
  });

  test('may name an account 200 times more', () => {
    const one = world.build.placeBets(market, [bet(alice)]);
    const more = Array.from({ length: 200 }, () => one.accounts.at(-1) as AccountMeta);
    const many = { ...one, accounts: [...one.accounts, ...more] };
    expect(verdictsOf(world.must(many))).toEqual(['Done']);
    expect(world.getBettor(alice)).toMatchObject({ available: [FUNDS - MINIMUM, FUNDS] });
  });
});

describe('the slot of a position', () => {
  const place = (address: Address, slot: number) =>
    verdictsOf(world.must(world.build.placeBets(address, [{ ...bet(alice), slot }])))[0];
  const marketsOf = () => world.getBettor(alice).slots.map((slot) => slot.market);

  test.each([4, 5, 65_535])('is the first free one when the hint %i is out of range', (hint) => {
    expect(place(market, hint)).toBe('Done');
    expect(marketsOf()[0]).toBe(market);
  });

  test.each([0, 1, 3, 4, 65_535])('stays the one it has when the hint is %i', (hint) => {
    const other = world.createMarket();
    place(market, 2);
    place(other, 1);
    place(market, hint);
    expect(marketsOf()).toEqual([NO_ADDRESS, other, market, NO_ADDRESS]);
    expect(world.getBettor(alice)).toMatchObject({ openPositions: 2 });
    expect(world.getBettor(alice).slots[2]?.stakeYes).toBe(2n * MINIMUM);
    expect(world.getMarket(market).openPositions).toBe(1n);
  });

  test('is free again once settled, wherever it stands', () => {
    const markets = [market, ...[1, 2, 3].map(() => world.createMarket())];
    markets.forEach((address, slot) => {
      place(address, slot);
    });
    const [, second] = markets as [Address, Address];
    const next = world.createMarket({ expiresAt: world.now + 20_000n });
    expect(place(next, 0)).toBe('NoFreeSlot');
    world.resolve(second, Yes);
    world.settle(second, alice);
    expect(place(next, 0)).toBe('Done');
    expect(marketsOf()).toEqual(markets.with(1, next));
  });
});

test('a pool cannot overflow: the bet that would is refused and its stake stays', () => {
  // Out of reach for real bets: all balances together are below 2^63.
  const max = (1n << 64n) - 1n;
  patchU64(world, market, 16, max - MINIMUM + 1n);
  const result = world.must(world.build.placeBets(market, [bet(alice), bet(bob, MINIMUM, No)]));
  expect(verdictsOf(result)).toEqual(['MathOverflow', 'Done']);
  expect(world.getBettor(alice)).toMatchObject({ available: [FUNDS, FUNDS], openPositions: 0 });
  patchU64(world, market, 16, max - MINIMUM);
  world.bet(alice, market, Yes, MINIMUM);
  expect(world.getMarket(market).pools).toEqual([max, MINIMUM]);
});

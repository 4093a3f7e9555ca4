import type { AccountMeta, Address } from '@solana/kit';
import { Outcome } from '@tote/program-client';
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

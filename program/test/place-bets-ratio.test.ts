// The least payout ratio that a bet asks for: what its side would be paid, with it, if it won now.
import { Outcome } from '@tote/program-client';
import { beforeEach, expect, test } from 'vitest';
import type { TestBet } from './support/build.ts';
import { verdictsOf } from './support/expect-event.ts';
import { keys, SOL } from './support/genesis.ts';
import { createWorld } from './support/world.ts';

const { alice, bob } = keys;
const { Yes, No } = Outcome;

const world = createWorld();
let market: ReturnType<typeof world.createMarket>;
beforeEach(() => {
  world.reset();
  for (const wallet of [alice, bob]) world.bettor(wallet, { sol: 100n * SOL });
  market = world.createMarket();
});

const bet = (wallet: TestBet['wallet'], outcome: Outcome, minRatioBps: number, sol = 1n) => ({
  ...{ wallet, outcome, amount: sol * SOL, minRatioBps },
});
const place = (...bets: TestBet[]) => verdictsOf(world.must(world.build.placeBets(market, bets)));

test('a bet alone on its side of an empty market gets back what it stakes', () => {
  expect(place(bet(alice, Yes, 10_001))).toEqual(['RatioTooLow']);
  expect(place(bet(alice, Yes, 10_000))).toEqual(['Done']);
});

test('a bet is taken at the ratio that it asks for, and refused one basis point above', () => {
  world.bet(bob, market, No, 2n * SOL);
  // 1 SOL on Yes gets itself and 90 % of 2 SOL.
  expect(place(bet(alice, Yes, 28_001))).toEqual(['RatioTooLow']);
  expect(place(bet(alice, Yes, 28_000))).toEqual(['Done']);
  // With another SOL the side shares 1.8 SOL for 2.
  expect(place(bet(alice, Yes, 19_001))).toEqual(['RatioTooLow']);
  expect(place(bet(alice, Yes, 19_000))).toEqual(['Done']);
  world.expectConserved();
});

test('the ratio counts the bets before it in its batch, and none behind it', () => {
  world.bet(bob, market, No, 2n * SOL);
  const asked = bet(alice, Yes, 28_000);
  expect(place(bet(bob, Yes, 0), asked)).toEqual(['Done', 'RatioTooLow']);
  expect(world.getMarket(market).pools).toEqual([SOL, 2n * SOL]);
  expect(place(bet(alice, No, 13_000), bet(bob, No, 0))).toEqual(['Done', 'Done']);
});

test('a bet that is refused for its ratio uses its id up, and stakes nothing', () => {
  const before = world.getBettor(alice);
  expect(place(bet(alice, Yes, 20_000))).toEqual(['RatioTooLow']);
  const after = world.getBettor(alice);
  expect(after).toEqual({ ...before, highestBetId: 1, betWindow: [2n, 0n, 0n, 0n] });
  expect(world.getMarket(market).pools).toEqual([0n, 0n]);
});

test('a ratio that is too low fails a strict instruction, and a wallet’s own bet', () => {
  const asked = bet(alice, Yes, 20_000);
  const strict = world.build.placeBets(market, [asked], { isStrict: true });
  world.expectRefused(strict, 'RatioTooLow');
  world.expectRefused(world.build.placeOwnBet(market, asked), 'RatioTooLow');
  world.must(world.build.placeOwnBet(market, { ...asked, minRatioBps: 10_000 }));
});

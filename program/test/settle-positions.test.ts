import type { Address } from '@solana/kit';
import { Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress } from './support/build.ts';
import { sendAndCompare } from './support/changes.ts';
import { eventOf, verdictsOf } from './support/expect-event.ts';
import { keys } from './support/genesis.ts';
import type { Key } from './support/key.ts';
import { patchU64 } from './support/patch.ts';
import { fund, resolvedMarket, THREE_WAY, threeWayMarket } from './support/scenes.ts';
import { createWorld } from './support/world.ts';

const { alice, bob } = keys;
const { Yes } = Outcome;
const SOL = 1_000_000_000n;
const { alice: ALICE_GETS } = THREE_WAY;

const world = createWorld();
beforeEach(() => world.reset());

const settle = (market: Address, ...wallets: Key[]) => world.build.settlePositions(market, wallets);

describe('when', () => {
  test('not before the market is resolved or refunded', () => {
    fund(world, SOL, alice);
    const market = world.createMarket();
    world.bet(alice, market, Yes, SOL);
    world.expectRefused(settle(market, alice), 'NotResolved');
    world.at(world.getMarket(market).refundAt);
    world.expectRefused(settle(market, alice), 'NotResolved');
    world.must(world.build.refundMarket(market));
    world.must(settle(market, alice));
  });

  test('not while the veto time runs', () => {
    world.must(world.build.updateConfig({ vetoSeconds: 60 }));
    const market = resolvedMarket(world, { yes: SOL });
    world.advance(59n);
    world.expectRefused(settle(market, alice), 'VetoRunning');
    world.advance(1n);
    world.must(settle(market, alice));
  });

  test('never again: the second time nothing but the sequence changes', () => {
    const market = threeWayMarket(world);
    world.settle(market, alice);
    const { result, changes } = sendAndCompare(world, settle(market, alice));
    expect(verdictsOf(result)).toEqual(['NothingToSettle']);
    expect(eventOf(result, 'PositionsSettled')).toMatchObject({ settled: 0, openPositions: 2n });
    expect(changes).toEqual([`${market}: bytes 8 changed`]);
  });
});

describe('a market whose books do not add up pays nobody', () => {
  const HELD_AT = 88;
  const POSITIONS_AT = 80;

  test('when it holds less than it must pay', () => {
    const market = threeWayMarket(world);
    patchU64(world, market, HELD_AT, ALICE_GETS - 1n);
    world.expectRefused(settle(market, bob, alice), 'BooksMismatch');
    patchU64(world, market, HELD_AT, ALICE_GETS);
    world.must(settle(market, bob, alice));
  });

  test('when it counts fewer positions than there are', () => {
    const market = threeWayMarket(world);
    patchU64(world, market, POSITIONS_AT, 1n);
    world.expectRefused(settle(market, bob, alice), 'BooksMismatch');
    world.must(settle(market, bob));
  });

  test('when a balance would overflow', () => {
    const market = threeWayMarket(world);
    patchU64(world, bettorAddress(alice), 72, (1n << 64n) - ALICE_GETS);
    world.expectRefused(settle(market, alice), 'BooksMismatch');
  });
});

import type { Address } from '@solana/kit';
import { beforeEach, describe, test } from 'vitest';
import { bettorAddress } from './support/build.ts';
import { keys } from './support/genesis.ts';
import type { Key } from './support/key.ts';
import { patchU64 } from './support/patch.ts';
import { THREE_WAY, threeWayMarket } from './support/scenes.ts';
import { createWorld } from './support/world.ts';

const { alice, bob } = keys;
const { alice: ALICE_GETS } = THREE_WAY;

const world = createWorld();
beforeEach(() => world.reset());

const settle = (market: Address, ...wallets: Key[]) => world.build.settlePositions(market, wallets);

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

import { Currency } from '@tote/program-client';
import { expect, test } from 'vitest';
import { keys, SOL } from './support/genesis.ts';
import { closedMarket } from './support/scenes.ts';
import { AUCTION } from './support/terms.ts';
import { createWorld } from './support/world.ts';

test('there is nothing for sale while it is one lamport short of a lot', () => {
  const world = createWorld();
  const buy = () => world.build.buyBack(keys.carol, (1n << 64n) - 1n);
  closedMarket(world, { yes: SOL, no: 2n * SOL - 20n });
  expect(world.getVault(Currency.Sol).feesBurn).toBe(AUCTION.lot - 1n);
  world.expectRefused(buy(), 'NothingForSale');
  closedMarket(world, { yes: SOL, no: 100_000n });
  world.must(buy());
});

import type { Address } from '@solana/kit';
import { Outcome } from '@tote/program-client';
import { beforeEach, describe, test } from 'vitest';
import type { MarketInput } from './support/build.ts';
import { keys } from './support/genesis.ts';
import { fund, resolvedMarket } from './support/scenes.ts';
import { createWorld } from './support/world.ts';

const { alice, bob } = keys;
const { Yes, No } = Outcome;
const SOL = 1_000_000_000n;

const world = createWorld();
beforeEach(() => world.reset());

const refund = (market: Address) => world.build.refundMarket(market);

/** A market with 3 SOL on Yes and 2 SOL on No that nobody resolves. */
function stakedMarket(input: MarketInput = {}): Address {
  fund(world, 5n * SOL, alice, bob);
  const market = world.createMarket(input);
  world.bet(alice, market, Yes, 3n * SOL);
  world.bet(bob, market, No, 2n * SOL);
  return market;
}

describe('when', () => {
  test('from refund_at on, not a second before', () => {
    const market = stakedMarket();
    const { expiresAt, refundAt } = world.getMarket(market);
    world.expectRefused(refund(market), 'RefundTooEarly');
    world.at(expiresAt);
    world.expectRefused(refund(market), 'RefundTooEarly');
    world.at(refundAt - 1n);
    world.expectRefused(refund(market), 'RefundTooEarly');
    world.at(refundAt);
    world.must(refund(market));
  });

  test('never for a resolved market, paid or not', () => {
    const market = resolvedMarket(world, { yes: SOL, no: SOL });
    world.at(world.getMarket(market).refundAt);
    world.expectRefused(refund(market), 'AlreadyResolved');
    world.settle(market, alice);
    world.expectRefused(refund(market), 'AlreadyResolved');
  });
});

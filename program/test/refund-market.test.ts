import type { Address } from '@solana/kit';
import { MarketState, Outcome, RefundReason } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MarketInput } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { keys } from './support/genesis.ts';
import { fund, resolvedMarket } from './support/scenes.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, stranger } = keys;
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

describe('a refund', () => {
  test('changes the market so that every stake goes back, and says so', () => {
    const market = stakedMarket();
    const before = world.getMarket(market);
    world.at(before.refundAt + 7n);
    const result = world.must(refund(market), { feePayer: stranger });
    expect(world.getMarket(market)).toEqual({
      ...before,
      state: MarketState.Refunded,
      refundReason: RefundReason.Deadline,
      outcome: Outcome.None,
      sequence: 4n,
      resolvedAt: before.refundAt + 7n,
      held: 5n * SOL,
    });
    const pools = { poolYes: 3n * SOL, poolNo: 2n * SOL };
    const reason = { refundReason: RefundReason.Deadline };
    expectEvent(result, 'MarketRefunded', { ...reason, market, sequence: 4n, ...pools });
    world.expectConserved();
  });
});

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

import type { Address } from '@solana/kit';
import { MarketSource, MarketState, Outcome, RefundReason } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress, type MarketInput } from './support/build.ts';
import { eventOf, expectEvent } from './support/expect-event.ts';
import { latchedFact, stateFact } from './support/facts.ts';
import { addresses, keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { expectAccountsCounted, expectDataChecked, range } from './support/malformed.ts';
import { fund, resolvedMarket } from './support/scenes.ts';
import { asReadonly, withAccount } from './support/tamper.ts';
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

  test('takes no fee: both get what they staked, and nothing is left', () => {
    const market = stakedMarket();
    world.at(world.getMarket(market).refundAt);
    world.must(refund(market));
    const settled = eventOf(world.settle(market, alice, bob), 'PositionsSettled');
    expect(settled.positions.map(({ payout }) => payout)).toEqual([3n * SOL, 2n * SOL]);
    expect(settled.held).toBe(0n);
    const closed = eventOf(world.must(world.build.closeMarket(market)), 'MarketClosed');
    expect(closed).toMatchObject({ burn: 0n, developer: 0n, dust: 0n });
    expect(world.getVault(0)).toMatchObject({ feesBurn: 0n, feesDeveloper: 0n, owed: 10n * SOL });
    expect(world.getBettor(alice).available[0]).toBe(5n * SOL);
    expect(world.getBettor(bob).available[0]).toBe(5n * SOL);
  });

  test('gives both stakes of one wallet back', () => {
    const market = stakedMarket();
    world.bet(alice, market, No, SOL);
    world.at(world.getMarket(market).refundAt);
    world.must(refund(market));
    const settled = eventOf(world.settle(market, alice), 'PositionsSettled');
    expect(settled.positions[0]?.payout).toBe(4n * SOL);
  });

  test('ends a market without bets too', () => {
    const market = world.createMarket();
    world.at(world.getMarket(market).refundAt);
    world.must(refund(market));
    world.must(world.build.closeMarket(market));
    expect(world.findAccount(market)).toBeUndefined();
  });

  const observed = createKey('observed').address;
  const kinds: [string, MarketInput][] = [
    ['a gated market', { isTriggered: true }],
    [
      'a custom market',
      { decider: { source: MarketSource.NamedOracle, oracle: stranger.address } },
    ],
    ['a state', { decider: stateFact(observed), isTriggered: true }],
    ['a curve', { decider: latchedFact(observed), isTriggered: true, isInverted: true }],
  ];
  test.each(kinds)('ends %s, for anybody', (_, input) => {
    const market = world.createMarket(input);
    world.at(world.getMarket(market).refundAt);
    world.must(refund(market), { feePayer: stranger });
    expect(world.getMarket(market).state).toBe(MarketState.Refunded);
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

  test('years later', () => {
    const market = stakedMarket();
    world.at(world.getMarket(market).refundAt + 100_000_000n);
    world.must(refund(market));
    world.settle(market, alice, bob);
  });

  test('once', () => {
    const market = stakedMarket();
    world.at(world.getMarket(market).refundAt);
    world.must(refund(market));
    world.expectRefused(refund(market), 'AlreadyResolved');
    world.settle(market, alice);
    world.expectRefused(refund(market), 'AlreadyResolved');
  });

  test('never for a resolved market, paid or not', () => {
    const market = resolvedMarket(world, { yes: SOL, no: SOL });
    world.at(world.getMarket(market).refundAt);
    world.expectRefused(refund(market), 'AlreadyResolved');
    world.settle(market, alice);
    world.expectRefused(refund(market), 'AlreadyResolved');
  });

  test('never for a vetoed market', () => {
    world.must(world.build.updateConfig({ vetoSeconds: 10 }));
    const market = resolvedMarket(world, { yes: SOL });
    world.must(world.build.vetoMarket(market));
    world.at(world.getMarket(market).refundAt);
    world.expectRefused(refund(market), 'AlreadyResolved');
  });
});

describe('a malformed refund_market', () => {
  test('has a byte too few, too many or set, or another number of accounts', () => {
    const market = stakedMarket();
    world.at(world.getMarket(market).refundAt);
    expectDataChecked(world, refund(market), range(1, 7));
    expectAccountsCounted(world, refund(market));
  });

  test('refunds what is no market, or cannot be written to', () => {
    const market = stakedMarket();
    world.at(world.getMarket(market).refundAt);
    world.expectRefused(asReadonly(refund(market), 0), 'NotWritable');
    world.expectRefused(withAccount(refund(market), 0, bettorAddress(alice)), 'WrongAccountType');
    world.expectRefused(withAccount(refund(market), 0, addresses.vaultSol), 'WrongAccountType');
    world.expectRefused(withAccount(refund(market), 0, stranger.address), 'WrongOwner');
  });
});

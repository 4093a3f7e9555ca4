import type { Address } from '@solana/kit';
import { MarketSource, MarketState, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { verdictsOf } from './support/expect-event.ts';
import { keys } from './support/genesis.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, oracle, stranger } = keys;
const { Yes, No } = Outcome;
const SOL = 1_000_000_000n;
const evidenceHash = Uint8Array.from({ length: 32 }, (_, index) => index + 1);

const world = createWorld();
beforeEach(() => {
  world.reset();
  for (const wallet of [alice, bob]) world.bettor(wallet, { sol: 10n * SOL });
});

const resolve = (market: Address, outcome: Outcome.Yes | Outcome.No = Yes, by = oracle) =>
  world.build.resolveMarket(market, outcome, { oracle: by, evidenceHash });

/** A market whose expiry has come. */
function expired(): Address {
  const market = world.createMarket();
  world.at(world.getMarket(market).expiresAt);
  return market;
}

describe('when', () => {
  test.each([Yes, No] as const)('from the expiry on, not a second before: %i', (outcome) => {
    const market = world.createMarket();
    const { expiresAt } = world.getMarket(market);
    world.expectRefused(resolve(market, outcome), 'ResolveTooEarly');
    world.at(expiresAt - 1n);
    world.expectRefused(resolve(market, outcome), 'ResolveTooEarly');
    world.at(expiresAt);
    world.must(resolve(market, outcome));
    expect(world.getMarket(market).outcome).toBe(outcome);
  });

  test('at any time before the expiry if it is triggered, but only as Yes', () => {
    const market = world.createMarket({ isTriggered: true });
    world.expectRefused(resolve(market, No), 'ResolveTooEarly');
    world.must(resolve(market, Yes));
    expect(world.getMarket(market)).toMatchObject({
      state: MarketState.Resolved,
      outcome: Yes,
      resolvedAt: world.now,
    });
  });

  test('early only as No if it is inverted, and as Yes from the expiry on', () => {
    const market = world.createMarket({ isTriggered: true, isInverted: true });
    const { expiresAt } = world.getMarket(market);
    world.expectRefused(resolve(market, Yes), 'ResolveTooEarly');
    const before = world.save();
    world.must(resolve(market, No));
    expect(world.getMarket(market)).toMatchObject({ outcome: No, resolvedAt: world.now });
    world.restore(before);
    world.at(expiresAt - 1n);
    world.expectRefused(resolve(market, Yes), 'ResolveTooEarly');
    world.at(expiresAt);
    world.must(resolve(market, Yes));
    expect(world.getMarket(market).outcome).toBe(Yes);
  });

  test('until the second before the refund', () => {
    const market = expired();
    const { refundAt } = world.getMarket(market);
    world.at(refundAt - 1n);
    const last = world.save();
    world.must(resolve(market));
    world.restore(last);
    world.at(refundAt);
    world.expectRefused(resolve(market), 'RefundDatePassed');
    world.advance(1_000_000n);
    world.expectRefused(resolve(market), 'RefundDatePassed');
  });
});

describe('the slot', () => {
  const stake = (market: Address, wallet = alice) =>
    world.build.placeOwnBet(market, { wallet, outcome: Yes, amount: SOL });

  test('in which somebody bet in the market is too early, the next one is not', () => {
    const market = world.createMarket({ isTriggered: true });
    world.must(stake(market));
    expect(world.getMarket(market).lastBetSlot).toBe(world.slot);
    world.expectRefused(resolve(market), 'BetInThisSlot');
    world.nextSlot();
    world.must(resolve(market));
  });

  test('of a bet that was refused does not count, nor that of a bet in another market', () => {
    const market = world.createMarket({ isTriggered: true });
    const other = world.createMarket({ isTriggered: true });
    world.must(stake(other));
    const tooMuch = { wallet: alice, outcome: Yes, amount: 100n * SOL };
    const refused = world.build.placeBets(market, [tooMuch]);
    expect(verdictsOf(world.must(refused))).toEqual(['InsufficientFunds']);
    expect(world.getMarket(market).lastBetSlot).toBe(0n);
    world.must(resolve(market));
  });
});

describe('who', () => {
  test('the oracle of its creation, whomever the Config names since', () => {
    const market = expired();
    world.must(world.build.updateConfig({ oracle: stranger.address }));
    world.expectRefused(resolve(market, Yes, stranger), 'NotOracle');
    world.must(resolve(market, Yes, oracle));
  });

  test('the oracle that the creator named, and not the Config’s', () => {
    const decider = { source: MarketSource.NamedOracle, oracle: bob.address } as const;
    const market = world.createMarket({ decider });
    world.at(world.getMarket(market).expiresAt);
    world.expectRefused(resolve(market, Yes, oracle), 'NotOracle');
    world.must(resolve(market, No, bob));
    expect(world.getMarket(market).outcome).toBe(No);
  });
});

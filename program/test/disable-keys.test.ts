import type { Address } from '@solana/kit';
import { MARKET_FLAGS, MarketSource, NO_ADDRESS, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { verdictsOf } from './support/expect-event.ts';
import { withAccount } from './support/tamper.ts';
import { FOREIGN, type Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const DELAY = 3_600;
const STAKE = 100_000n;
const { Yes } = Outcome;

const world = createWorld({ terms: { changeDelay: DELAY } });
const { build, keys } = world;
const { alice, bob, operator, oracle } = keys;
beforeEach(() => world.reset());

const announce = (terms: Partial<Terms>) =>
  world.must(build.updateConfig({ changeDelay: DELAY, ...terms }));

/** Announces and waits. */
function change(terms: Partial<Terms>) {
  announce(terms);
  world.advance(BigInt(DELAY));
  world.must(build.applyConfig());
}

/** A market whose expiry has come. */
function expired(market: Address): Address {
  const { expiresAt } = world.getMarket(market);
  if (world.now < expiresAt) world.at(expiresAt);
  return market;
}

describe('who may', () => {
  test('the guardian of now: neither the one before nor the one to come', () => {
    announce({ guardian: bob.address });
    const byBob = build.disableKeys({ authority: bob, operator: true });
    world.expectRefused(byBob, 'NotAdminOrGuardian');
    world.advance(BigInt(DELAY));
    world.must(build.applyConfig());
    world.expectRefused(build.disableKeys({ operator: true }), 'NotAdminOrGuardian');
    world.must(byBob);
  });
});

describe('an operator that is disabled', () => {
  const disable = () => world.must(build.disableKeys({ operator: true }));

  test('lets no bet into a gated market, and the zero address does not either', () => {
    world.bettor(alice, { sol: 1_000_000n });
    const market = world.createMarket({ isTriggered: true });
    const bet = build.placeOwnBet(market, { wallet: alice, outcome: Yes, amount: STAKE });
    world.must(bet);
    disable();
    world.expectRefused(bet, 'OperatorRequired');
    world.expectRefused(withAccount(bet, 3, NO_ADDRESS), 'OperatorRequired');
  });

  test('signs no market and creates none in a creator’s name', () => {
    disable();
    world.expectRefused(build.createMarket(), 'NotOperator');
    world.expectRefused(withAccount(build.createMarket(), 6, NO_ADDRESS), 'NotOperator');
    const inName = build.createMarket({ authority: operator, operator: null });
    world.expectRefused(inName, 'NotCreator');
    const byNobody = withAccount(build.createMarket({ operator: null }), 1, NO_ADDRESS);
    world.expectRefused(byNobody, 'NotCreator');
    const own = world.createMarket({ operator: null });
    expect(world.getMarket(own).flags).toBe(MARKET_FLAGS.custom);
  });

  test('bets for nobody any more, and uses up no id', () => {
    world.bettor(alice, { sol: 1_000_000n });
    const market = world.createMarket();
    const bets = [{ wallet: alice, outcome: Yes, amount: STAKE }];
    expect(verdictsOf(world.must(build.placeBets(market, bets)))).toEqual(['Done']);
    const before = world.getBettor(alice);
    disable();
    expect(verdictsOf(world.must(build.placeBets(market, bets)))).toEqual(['DelegateDisabled']);
    expect(world.getBettor(alice)).toEqual(before);
    const strict = build.placeBets(market, bets, { isStrict: true });
    world.expectRefused(strict, 'DelegateDisabled');
    // The wallet itself, and a delegate that is not the operator, are untouched.
    world.bet(alice, market, Yes, STAKE);
    world.must(build.setDelegate(alice, { delegate: bob.address }));
    const byBob = build.placeBets(market, bets, { authority: bob });
    expect(verdictsOf(world.must(byBob))).toEqual(['Done']);
  });

  test('bets on after a rotation that does not disable it, until its generation is', () => {
    world.bettor(alice, { sol: 1_000_000n });
    const market = world.createMarket();
    announce({ operator: bob.address });
    world.advance(BigInt(DELAY));
    world.must(build.applyConfig());
    expect(world.getConfig().operatorGeneration).toBe(1);
    const bets = [{ wallet: alice, outcome: Yes, amount: STAKE }];
    const open = world.createMarket({ operator: bob });
    expect(verdictsOf(world.must(build.placeBets(open, bets)))).toEqual(['Done']);
    world.must(build.disableKeys({ operatorGeneration: 0 }));
    expect(world.getConfig()).toMatchObject({ operator: bob.address, operatorDisabledBelow: 1 });
    expect(verdictsOf(world.must(build.placeBets(open, bets)))).toEqual(['DelegateDisabled']);
    world.must(build.setDelegate(alice, { delegate: bob.address }));
    expect(world.getBettor(alice).delegateGeneration).toBe(1);
    const byNew = build.placeBets(open, bets, { authority: bob });
    expect(verdictsOf(world.must(byNew))).toEqual(['Done']);
    world.expectRefused(build.disableKeys({ operatorGeneration: 2 }), 'UnknownGeneration');
    expect(market).not.toBe(open);
  });
});

describe('an oracle that is disabled', () => {
  const disable = (oracleGeneration = 0) => world.must(build.disableKeys({ oracleGeneration }));
  const resolve = (market: Address, by = oracle) =>
    build.resolveMarket(market, Yes, { oracle: by });

  test('has no new market, whoever asks for it', () => {
    disable();
    world.expectRefused(build.createMarket(), 'OracleDisabled');
    world.expectRefused(build.createMarket({ operator: null }), 'OracleDisabled');
    const asBefore = build.createMarket({ terms: { oracle: oracle.address } });
    world.expectRefused(asBefore, 'OracleDisabled');
  });

  test('by its name decides as the Config’s does, and is disabled with it', () => {
    const decider = { source: MarketSource.NamedOracle, oracle: oracle.address } as const;
    const market = world.createMarket({ decider });
    expect(world.getMarket(market)).toMatchObject({ flags: 0, oracleGeneration: 0 });
    disable();
    world.expectRefused(resolve(expired(market)), 'OracleDisabled');
  });
});

describe('generations', () => {
  const disable = (oracleGeneration: number) => build.disableKeys({ oracleGeneration });
  const resolve = (market: Address, by = oracle) =>
    build.resolveMarket(market, Yes, { oracle: by });

  test('of a replaced oracle are disabled without the one in force', () => {
    const first = world.createMarket({ expiresAt: world.now + 50_000n });
    change({ oracle: bob.address });
    const second = world.createMarket({ expiresAt: world.now + 50_000n });
    world.must(disable(0));
    expect(world.getConfig()).toMatchObject({ oracle: bob.address, oracleDisabledBelow: 1 });
    expired(second);
    world.expectRefused(resolve(first), 'OracleDisabled');
    world.must(resolve(second, bob));
    world.createMarket();
  });

  test('of one key are told apart: what it was disabled for stays refunded', () => {
    const first = world.createMarket({ expiresAt: world.now + 50_000n });
    world.must(disable(0));
    change({});
    expect(world.getConfig()).toMatchObject({ oracle: oracle.address, oracleGeneration: 1 });
    const second = world.createMarket({ expiresAt: world.now + 50_000n });
    expired(second);
    world.expectRefused(resolve(first), 'OracleDisabled');
    world.must(resolve(second));
  });

  test('are never enabled again by disabling fewer', () => {
    change({ oracle: bob.address });
    world.must(disable(1));
    const result = world.must(disable(0));
    expect(result.events[0]).toMatchObject({ oracleDisabledBelow: 2n });
    expect(world.getConfig().oracleDisabledBelow).toBe(2);
    change({ operator: bob.address });
    world.must(build.disableKeys({ operatorGeneration: 1 }));
    world.must(build.disableKeys({ operatorGeneration: 0 }));
    expect(world.getConfig().operatorDisabledBelow).toBe(2);
  });

  test('that there never was are refused', () => {
    world.expectRefused(disable(1), 'UnknownGeneration');
    world.expectRefused(disable(FOREIGN), 'UnknownGeneration');
    const both = build.disableKeys({ operator: true, oracleGeneration: 1 });
    world.expectRefused(both, 'UnknownGeneration');
    change({ oracle: bob.address });
    world.expectRefused(disable(2), 'UnknownGeneration');
    world.must(disable(1));
  });
});

describe('a pending change', () => {
  const disableAll = () => world.must(build.disableKeys({ operator: true, oracleGeneration: 0 }));
  const apply = () => {
    world.at(world.getConfig().pendingAt);
    world.must(build.applyConfig());
  };

  test('that would only have kept a disabled key does not install it again', () => {
    announce({ burnBps: 7 });
    const { pendingAt } = world.getConfig();
    disableAll();
    expect(world.getConfig()).toMatchObject({
      pendingAt,
      pending: { operator: NO_ADDRESS, oracle: NO_ADDRESS, burnBps: 7 },
    });
    apply();
    expect(world.getConfig()).toMatchObject({
      operator: NO_ADDRESS,
      oracle: NO_ADDRESS,
      burnBps: 7,
      oracleGeneration: 0,
    });
    world.expectRefused(build.createMarket(), 'NotOperator');
  });

  test('that installs another key is left alone', () => {
    announce({ operator: bob.address, oracle: bob.address });
    disableAll();
    expect(world.getConfig()).toMatchObject({
      operator: NO_ADDRESS,
      oracle: NO_ADDRESS,
      pending: { operator: bob.address, oracle: bob.address },
    });
    apply();
    expect(world.getConfig()).toMatchObject({
      operator: bob.address,
      oracle: bob.address,
      oracleGeneration: 1,
    });
    const market = world.createMarket({ operator: bob });
    expect(world.getMarket(market)).toMatchObject({ flags: 0, subject: bob.address });
    expired(market);
    world.must(build.resolveMarket(market, Yes, { oracle: bob }));
  });
});

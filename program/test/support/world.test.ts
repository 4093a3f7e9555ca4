import {
  Currency,
  decodeEvent,
  MarketState,
  Outcome,
  TOKEN_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { keys, setUpgradeAuthority } from './genesis.ts';
import { withAccount, withBytes, withoutSigner } from './tamper.ts';
import { createWorld, type World } from './world.ts';

const { alice, bob, carol, operator } = keys;
const SOL = 1_000_000_000n;

describe('the world', () => {
  let world: World;
  beforeEach(() => {
    world = createWorld();
  });

  test('starts with a Config, two empty vaults and the upgrade authority in place', () => {
    expect(world.getConfig().admin).toBe(keys.admin.address);
    expect(world.getConfig().knownPrograms[0]).toBe(world.addresses.factProgram);
    expect(world.getVault(Currency.Sol).owed).toBe(0n);
    expect(world.getVault(Currency.Utility).mint).toBe(world.addresses.utilityMint);
    expect(world.rent(165)).toBe(1_488_440n);
    world.expectRefused(world.build.initialize(), 'AlreadyInitialized');
  });

  test('initializes only for the upgrade authority', () => {
    const empty = createWorld({ isInitialized: false });
    setUpgradeAuthority(empty, keys.stranger.address);
    empty.expectRefused(empty.build.initialize(), 'NotUpgradeAuthority');
    setUpgradeAuthority(empty, null);
    empty.expectRefused(empty.build.initialize(), 'NotUpgradeAuthority');
    setUpgradeAuthority(empty, keys.upgradeAuthority.address);
    expect(empty.must(empty.build.initialize()).events[0]?.name).toBe('Initialized');
  });

  test.each([
    ['SOL', Currency.Sol],
    ['UTILITY', Currency.Utility],
  ])('carries a market in %s from bets to paid winners, with every coin counted', (_, currency) => {
    for (const wallet of [alice, bob]) world.bettor(wallet, { sol: 10n * SOL, utility: 10n * SOL });
    const market = world.createMarket({ currency });
    world.bet(alice, market, Outcome.Yes, 3n * SOL);
    const bets = [
      { wallet: bob, outcome: Outcome.No, amount: 1n * SOL },
      { wallet: bob, outcome: Outcome.No, amount: 1n * SOL },
      { wallet: bob, outcome: Outcome.Yes, amount: 1n },
    ];
    const relayed = world.must(world.build.placeBets(market, bets));
    const [placed] = relayed.events;
    expect(decodeEvent(relayed.returnData)).toEqual(placed);
    expect(placed).toMatchObject({
      name: 'BetsPlaced',
      accepted: 2,
      bets: [{ verdict: 0 }, { poolYes: 3n * SOL, poolNo: 2n * SOL, verdict: 0 }, { verdict: 34 }],
    });
    world.expectConserved();

    world.resolve(market, Outcome.Yes);
    world.settle(market, alice, bob);
    world.expectConserved();
    expect(world.getBettor(alice).available[currency]).toBe(10n * SOL + (2n * SOL * 9n) / 10n);
    expect(world.getBettor(bob).available[currency]).toBe(8n * SOL);

    world.must(world.build.closeMarket(market));
    world.must(world.build.collectFees(currency));
    world.must(world.build.withdraw(alice, currency, 11n * SOL));
    world.expectConserved();
    expect(world.findAccount(market)).toBeUndefined();
  });

  test('knows fact markets', () => {
    world.bettor(alice, { sol: SOL });
    const { market, observed } = world.createStateMarket({ isTriggered: true });
    world.bet(alice, market, Outcome.Yes, SOL / 2n);
    world.setState(observed, 1n);
    const bet = { wallet: alice, outcome: Outcome.No, amount: SOL / 2n };
    world.expectRefused(world.build.placeOwnBet(market, bet), 'ConditionMet');
    world.nextSlot();
    world.must(world.build.resolveByFact(market, observed));
    expect(world.getMarket(market)).toMatchObject({
      state: MarketState.Resolved,
      outcome: Outcome.Yes,
    });
    expect(world.getMarket(world.createPriceMarket()).clauseCount).toBe(3);
    world.expectConserved();
  });

  test('names refusals, knows whose they are, and sees that nothing changed', () => {
    world.bettor(alice, { sol: SOL });
    world.expectRefused(world.build.deposit(alice, Currency.Sol, 0n), 'ZeroAmount');
    const unknown = withBytes(world.build.openBettor(bob), 0, 255);
    expect(world.expectRefused(unknown, 'UnknownInstruction').error).toMatchObject({ number: 1 });
    const unsigned = withoutSigner(world.build.withdraw(alice, Currency.Sol, 1n), 0);
    world.expectRefused(unsigned, 'MissingSignature');
    const tooMuch = world.build.deposit(alice, Currency.Utility, 1n << 60n);
    expect(world.expectFailure(tooMuch).error).toMatchObject({ kind: 'other', name: 'Custom(1)' });
    expect(() =>
      world.expectRefused(world.build.deposit(alice, Currency.Sol, 1n), 'ZeroAmount'),
    ).toThrow('expected a failure, but the transaction succeeded');
  });

  test('takes the same transaction twice, and goes back to where it began', () => {
    const before = world.snapshot();
    world.bettor(alice);
    const deposit = world.build.deposit(alice, Currency.Sol, SOL);
    world.must(deposit);
    world.must(deposit);
    expect(world.getBettor(alice).available).toEqual([2n * SOL, 0n]);
    world.advance(60n);
    world.reset();
    expect(world.snapshot()).toEqual(before);
    expect(world.now).toBe(1_800_000_000n);
    world.bettor(alice, { sol: SOL });
    expect(world.totals().sol).toMatchObject({ available: SOL, owed: SOL, held: SOL });
  });

  test('goes to and fro between checkpoints, and keeps the programs it was given', () => {
    const empty = world.save();
    world.bettor(alice, { sol: SOL });
    world.expectFailure(withAccount(world.build.closeBettor(alice), 2, TOKEN_PROGRAM_ADDRESS));
    const funded = world.save();
    world.must(world.build.withdraw(alice, Currency.Sol, SOL));
    world.restore(empty);
    expect(() => world.getBettor(alice)).toThrow('there is no account');
    world.restore(funded);
    expect(world.getBettor(alice).available[0]).toBe(SOL);
    world.must(world.build.deposit(alice, Currency.Utility, 1n));
    world.expectConserved();
  });

  test('checks signatures when asked to', () => {
    const strict = createWorld({ verifySignatures: true });
    strict.bettor(carol, { sol: SOL });
    expect(strict.getBettor(carol).delegate).toBe(operator.address);
  });
});

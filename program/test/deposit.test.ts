import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { heldBy, setBooks, VAULT_SOL_FUNDING } from './support/books.ts';
import { bettorAddress } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { withAccount } from './support/tamper.ts';
import { CURRENCIES } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const SOL = 1_000_000_000n;
const TOTAL_MAX = (1n << 63n) - 1n;
const MAX_U64 = (1n << 64n) - 1n;

const world = createWorld();
const { build, addresses, keys } = world;
const { alice, stranger } = keys;
const bettor = bettorAddress(alice);
const otherOf = (currency: Currency) =>
  currency === Currency.Sol ? Currency.Utility : Currency.Sol;

beforeEach(() => {
  world.reset();
  world.bettor(alice, { isDelegated: false });
});

describe.each(CURRENCIES)('all is well in %s', (_, currency) => {
  test('the balance, the vault and what it owes go up by the amount, the payer pays it', () => {
    const before = world.getBettor(alice);
    const vault = world.getVault(currency);
    const [coins, held] = [world.getCoins(alice, currency), heldBy(world, currency)];
    world.must(build.deposit(alice, currency, 123n));
    const available = [0n, 0n].with(currency, 123n);
    expect(world.getBettor(alice)).toEqual({ ...before, available });
    expect(world.getVault(currency)).toEqual({ ...vault, owed: 123n });
    expect(world.getVault(otherOf(currency)).owed).toBe(0n);
    expect(coins - world.getCoins(alice, currency)).toBe(123n);
    expect(heldBy(world, currency) - held).toBe(123n);
    world.expectConserved();
  });

  test('anybody may deposit for a bettor, who neither signs nor pays', () => {
    const before = world.getCoins(alice, currency);
    const paid = world.getCoins(stranger, currency);
    const result = world.must(build.deposit(alice, currency, SOL, { authority: stranger }));
    const moved = { amount: SOL, available: SOL, owed: SOL };
    expectEvent(result, 'Deposited', { currency, bettor, ...moved });
    expect(world.getCoins(alice, currency)).toBe(before);
    expect(paid - world.getCoins(stranger, currency)).toBe(SOL);
  });

  test('a deposit is not swept: what settlements credited stays the same', () => {
    world.must(build.deposit(alice, currency, 2n * SOL));
    const market = world.createMarket({ currency });
    world.bet(alice, market, Outcome.Yes, SOL);
    world.resolve(market, Outcome.Yes);
    world.settle(market, alice);
    const { sweepable } = world.getBettor(alice);
    expect(sweepable[currency]).toBe(SOL);
    world.must(build.deposit(alice, currency, SOL));
    expect(world.getBettor(alice)).toMatchObject({ sweepable });
    expect(world.getBettor(alice).available[currency]).toBe(3n * SOL);
  });

  test('1 is enough, 0 is not', () => {
    world.expectRefused(build.deposit(alice, currency, 0n), 'ZeroAmount');
    world.must(build.deposit(alice, currency, 1n));
    expect(world.getBettor(alice).available[currency]).toBe(1n);
  });
});

describe.each(CURRENCIES)('the total in %s', (_, currency) => {
  test('reaches 2^63 - 1, and not one more', () => {
    setBooks(world, currency, { owed: TOTAL_MAX - 5n });
    world.expectRefused(build.deposit(alice, currency, 6n), 'TotalTooLarge');
    const result = world.must(build.deposit(alice, currency, 5n));
    const moved = { amount: 5n, available: 5n, owed: TOTAL_MAX };
    expectEvent(result, 'Deposited', { currency, bettor, ...moved });
    world.expectRefused(build.deposit(alice, currency, 1n), 'TotalTooLarge');
  });

  test('does not wrap around', () => {
    world.expectRefused(build.deposit(alice, currency, MAX_U64), 'TotalTooLarge');
    setBooks(world, currency, { owed: 1n });
    world.expectRefused(build.deposit(alice, currency, MAX_U64), 'MathOverflow');
  });
});

// The SOL vault's own funding counts as held.
test.each([
  ['SOL', Currency.Sol, SOL - VAULT_SOL_FUNDING],
  ['UTILITY', Currency.Utility, SOL],
] as const)('a vault that holds less than it owes takes no deposit of %s', (_, currency, held) => {
  setBooks(world, currency, { owed: SOL, held: held - 1n });
  const deposit = build.deposit(alice, currency, 50n);
  world.expectRefused(deposit, 'VaultUnderfunded');
  setBooks(world, currency, { owed: SOL, held });
  world.must(deposit);
});

describe('the source', () => {
  const deposit = () => build.deposit(alice, Currency.Utility, 1n);

  test('must not be the vault’s token account itself', () => {
    world.must(deposit());
    const circle = withAccount(deposit(), 3, addresses.vaultToken);
    world.expectRefused(circle, 'DuplicateAccount');
  });
});

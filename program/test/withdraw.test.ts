import { getTokenDecoder } from '@solana-program/token';
import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { toBytes } from './support/address-bytes.ts';
import { heldBy, setBooks, VAULT_SOL_FUNDING } from './support/books.ts';
import { bettorAddress, utilityAddress } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { createKey } from './support/key.ts';
import { asReadonly, withAccount } from './support/tamper.ts';
import { AUCTION } from './support/terms.ts';
import { otherTokenProgram, TOKEN_ACCOUNT_BYTES, tokenProgram } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const SOL = 1_000_000_000n;
const MAX_U64 = (1n << 64n) - 1n;
const FUNDS = { sol: 5n * SOL, utility: 5n * SOL };
const CURRENCIES = [
  ['SOL', Currency.Sol],
  ['UTILITY', Currency.Utility],
] as const;

const world = createWorld();
const { build, addresses, keys } = world;
const { alice, bob, keeper } = keys;
const bettor = bettorAddress(alice);
const aliceToken = utilityAddress(alice);
const otherOf = (currency: Currency) =>
  currency === Currency.Sol ? Currency.Utility : Currency.Sol;

beforeEach(() => {
  world.reset();
  world.bettor(alice, FUNDS);
  world.bettor(bob, FUNDS);
});

describe.each(CURRENCIES)('all is well in %s', (_, currency) => {
  test('the balance, the vault and what it owes go down by the amount, the wallet gets it', () => {
    const before = world.getBettor(alice);
    const vault = world.getVault(currency);
    const [coins, held] = [world.getCoins(alice, currency), heldBy(world, currency)];
    world.must(build.withdraw(alice, currency, SOL));
    const available = before.available.with(currency, 4n * SOL);
    expect(world.getBettor(alice)).toEqual({ ...before, available });
    expect(world.getVault(currency)).toEqual({ ...vault, owed: 9n * SOL });
    expect(world.getVault(otherOf(currency)).owed).toBe(10n * SOL);
    expect(world.getCoins(alice, currency) - coins).toBe(SOL);
    expect(held - heldBy(world, currency)).toBe(SOL);
    world.expectConserved();
  });

  test('the exact balance leaves, and not one more', () => {
    world.expectRefused(build.withdraw(alice, currency, 5n * SOL + 1n), 'InsufficientFunds');
    world.expectRefused(build.withdraw(alice, currency, MAX_U64), 'InsufficientFunds');
    world.must(build.withdraw(alice, currency, 5n * SOL));
    expect(world.getBettor(alice).available[currency]).toBe(0n);
    world.expectRefused(build.withdraw(alice, currency, 1n), 'InsufficientFunds');
    world.expectConserved();
  });

  test('1 is enough, 0 is not', () => {
    world.expectRefused(build.withdraw(alice, currency, 0n), 'ZeroAmount');
    world.must(build.withdraw(alice, currency, 1n));
    expect(world.getBettor(alice).available[currency]).toBe(5n * SOL - 1n);
  });
});

describe('a wallet without a token account', () => {
  beforeEach(() => {
    world.setLamports(aliceToken, 0n);
    expect(world.findAccount(aliceToken)).toBeUndefined();
  });

  test.each([
    ['is empty', 0n],
    ['holds 1,000 lamports', 1_000n],
  ])('whose address %s gets one by its own withdrawal, at its cost', (_, gift) => {
    if (gift > 0n) world.setLamports(aliceToken, gift);
    const before = world.getLamports(alice.address);
    const result = world.must(build.withdraw(alice, Currency.Utility, SOL));
    expect(before - world.getLamports(alice.address)).toBe(world.rent(TOKEN_ACCOUNT_BYTES) - gift);
    expect(world.getLamports(aliceToken)).toBe(world.rent(TOKEN_ACCOUNT_BYTES));
    expect(world.findAccount(aliceToken)?.owner).toEqual(toBytes(tokenProgram));
    const account = getTokenDecoder().decode(world.getData(aliceToken));
    const { utilityMint: mint } = addresses;
    expect(account).toMatchObject({ mint, owner: alice.address, amount: SOL });
    const moved = { amount: SOL, available: 4n * SOL, owed: 9n * SOL };
    const currency = Currency.Utility;
    expectEvent(result, 'Withdrawn', { currency, swept: false, bettor, ...moved });
  });

  test('must be writable to pay for it', () => {
    const withdraw = build.withdraw(alice, Currency.Utility, SOL);
    world.expectRefused(asReadonly(asReadonly(withdraw, 0), 3), 'NotWritable');
  });
});

describe('the token account', () => {
  const withdraw = () => build.withdraw(alice, Currency.Utility, SOL);

  const second = createKey('second account').address;

  test('that does not exist is created at the associated address only', () => {
    world.setLamports(aliceToken, 0n);
    world.expectRefused(withAccount(withdraw(), 4, second), 'WrongAddress');
    world.expectRefused(withAccount(withdraw(), 4, bob.address), 'WrongAddress');
    world.must(withdraw());
  });

  test('of another program or another length at the right address is refused', () => {
    const data = world.getData(aliceToken);
    world.setAccount(aliceToken, { data, owner: otherTokenProgram });
    world.expectRefused(withdraw(), 'WrongOwner');
    world.setAccount(aliceToken, { data: data.slice(0, 164), owner: tokenProgram });
    world.expectRefused(withdraw(), 'WrongAccountType');
    world.expectRefused(withAccount(withdraw(), 4, bettor), 'WrongOwner');
  });
});

describe('a vault whose books are wrong', () => {
  test('of UTILITY does not pay while 1 is missing', () => {
    setBooks(world, Currency.Utility, { owed: 10n * SOL, held: 10n * SOL - 1n });
    world.expectRefused(build.withdraw(alice, Currency.Utility, 1n), 'VaultUnderfunded');
    setBooks(world, Currency.Utility, { owed: 10n * SOL });
    world.must(build.withdraw(alice, Currency.Utility, 1n));
  });

  test('of SOL does not pay while 1 is missing; its own funding counts as held', () => {
    setBooks(world, Currency.Sol, { owed: 10n * SOL, held: 10n * SOL - VAULT_SOL_FUNDING - 1n });
    world.expectRefused(build.withdraw(alice, Currency.Sol, 1n), 'VaultUnderfunded');
    setBooks(world, Currency.Sol, { owed: 10n * SOL, held: 10n * SOL - VAULT_SOL_FUNDING });
    world.must(build.withdraw(alice, Currency.Sol, 1n));
  });

  test.each(CURRENCIES)('of %s does not pay more than it owes', (_, currency) => {
    setBooks(world, currency, { owed: SOL - 1n, held: 10n * SOL });
    world.expectRefused(build.withdraw(alice, currency, SOL), 'VaultUnderfunded');
    setBooks(world, currency, { owed: SOL, held: 10n * SOL });
    world.must(build.withdraw(alice, currency, SOL));
    expect(world.getVault(currency).owed).toBe(0n);
  });

  test('does not pay what it does not hold', () => {
    setBooks(world, Currency.Sol, { owed: SOL, held: 0n });
    world.expectRefused(build.withdraw(alice, Currency.Sol, SOL), 'MathOverflow');
    setBooks(world, Currency.Utility, { owed: SOL, held: SOL - 1n });
    const { error } = world.expectFailure(build.withdraw(alice, Currency.Utility, SOL));
    expect(error).toMatchObject({ name: 'Custom(1)', program: tokenProgram });
  });
});

describe('rent that rises after genesis', () => {
  const RISEN = 5_080n * 9n;

  test('locks nothing: stakes are settled, fees collected, and everybody leaves with everything', () => {
    const fresh = createWorld();
    const before = [alice, bob].map((wallet) => fresh.getCoins(wallet, Currency.Utility));
    for (const wallet of [alice, bob]) fresh.bettor(wallet, FUNDS);
    const market = fresh.createMarket();
    fresh.bet(alice, market, Outcome.Yes, 5n * SOL);
    fresh.bet(bob, market, Outcome.No, 5n * SOL);
    fresh.setRentPerByte(RISEN);
    fresh.resolve(market, Outcome.Yes);
    fresh.settle(market, alice, bob);
    fresh.must(fresh.build.closeMarket(market));
    fresh.must(fresh.build.withdraw(alice, Currency.Sol, 9_500_000_000n));
    for (const wallet of [alice, bob]) {
      fresh.must(fresh.build.withdraw(wallet, Currency.Utility, FUNDS.utility));
      fresh.must(fresh.build.closeBettor(wallet));
    }
    const after = [alice, bob].map((wallet) => fresh.getCoins(wallet, Currency.Utility));
    expect(after).toEqual(before);
    fresh.must(fresh.build.collectFees(Currency.Sol));
    fresh.advance(AUCTION.roundSeconds);
    fresh.must(fresh.build.buyBack(keeper, MAX_U64));
    expect(heldBy(fresh, Currency.Sol)).toBe(250_000_000n - AUCTION.lot);
    fresh.expectConserved();
  });

  test('locks nothing up to ten times what it was, and not a lamport beyond', () => {
    const fresh = createWorld();
    fresh.bettor(alice, { sol: 5n * SOL });
    fresh.setRentPerByte(10n * 5_080n + 1n);
    const { error } = fresh.expectFailure(fresh.build.withdraw(alice, Currency.Sol, 5n * SOL));
    expect(error?.name).toContain('InsufficientFundsForRent');
    fresh.setRentPerByte(10n * 5_080n);
    fresh.must(fresh.build.withdraw(alice, Currency.Sol, 5n * SOL));
    expect(fresh.getLamports(addresses.vaultSol)).toBe(fresh.rent(152));
  });
});

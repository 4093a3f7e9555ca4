import { getTokenDecoder } from '@solana-program/token';
import { Currency } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { toBytes } from './support/address-bytes.ts';
import { setBooks, VAULT_SOL_FUNDING } from './support/books.ts';
import { bettorAddress, utilityAddress } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { createKey } from './support/key.ts';
import { withAccount } from './support/tamper.ts';
import { CURRENCIES } from './support/terms.ts';
import { otherTokenProgram, TOKEN_ACCOUNT_BYTES, tokenProgram } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const SOL = 1_000_000_000n;
const FUNDS = { sol: 5n * SOL, utility: 5n * SOL };

const world = createWorld();
const { build, addresses, keys } = world;
const { alice, bob } = keys;
const bettor = bettorAddress(alice);
const aliceToken = utilityAddress(alice);

beforeEach(() => {
  world.reset();
  world.bettor(alice, FUNDS);
  world.bettor(bob, FUNDS);
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
  // The SOL vault's own funding counts as held.
  test.each([
    ['SOL', Currency.Sol, 10n * SOL - VAULT_SOL_FUNDING],
    ['UTILITY', Currency.Utility, 10n * SOL],
  ] as const)('of %s does not pay while 1 is missing', (_, currency, held) => {
    setBooks(world, currency, { owed: 10n * SOL, held: held - 1n });
    world.expectRefused(build.withdraw(alice, currency, 1n), 'VaultUnderfunded');
    setBooks(world, currency, { owed: 10n * SOL, held });
    world.must(build.withdraw(alice, currency, 1n));
  });

  test.each(CURRENCIES)('of %s does not pay more than it owes', (_, currency) => {
    setBooks(world, currency, { owed: SOL - 1n, held: 10n * SOL });
    world.expectRefused(build.withdraw(alice, currency, SOL), 'VaultUnderfunded');
    setBooks(world, currency, { owed: SOL, held: 10n * SOL });
    world.must(build.withdraw(alice, currency, SOL));
    expect(world.getVault(currency).owed).toBe(0n);
  });
});

describe('rent that rises after genesis', () => {
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

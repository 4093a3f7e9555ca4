import { getTransferSolInstruction } from '@solana-program/system';
import { getTransferInstruction } from '@solana-program/token';
import {
  Currency,
  Outcome,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { heldBy, setBooks, VAULT_SOL_FUNDING } from './support/books.ts';
import { bettorAddress, utilityAddress, vaultAddress } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { createKey } from './support/key.ts';
import { expectAccountsCounted, expectDataChecked, range } from './support/malformed.ts';
import { asReadonly, withAccount, withBytes, withoutSigner } from './support/tamper.ts';
import { otherTokenProgram, setTokenAccount, tokenAmount, tokenProgram } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const SOL = 1_000_000_000n;
const TOTAL_MAX = (1n << 63n) - 1n;
const MAX_U64 = (1n << 64n) - 1n;
const CURRENCIES = [
  ['SOL', Currency.Sol],
  ['UTILITY', Currency.Utility],
] as const;

const world = createWorld();
const { build, addresses, keys } = world;
const { alice, bob, stranger } = keys;
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

  test('the event carries the balance and what the vault owes afterwards', () => {
    world.bettor(bob, { isDelegated: false });
    world.must(build.deposit(bob, currency, 1_000n));
    world.must(build.deposit(alice, currency, 20n));
    const result = world.must(build.deposit(alice, currency, 3n));
    const moved = { amount: 3n, available: 23n, owed: 1_023n };
    expectEvent(result, 'Deposited', { currency, bettor, ...moved });
    expect([...result.returnData.slice(0, 8)]).toEqual([5, 3, currency, 0, 0, 0, 0, 0]);
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

  test('of the other currency does not matter', () => {
    setBooks(world, otherOf(currency), { owed: TOTAL_MAX });
    world.must(build.deposit(alice, currency, 1n));
    expect(world.getVault(currency).owed).toBe(1n);
  });
});

describe('a donation to the vault', () => {
  const owner = stranger.signer;
  const sendSol = { source: owner, destination: addresses.vaultSol, amount: SOL };
  const source = utilityAddress(stranger);
  const sendUtility = { source, destination: addresses.vaultToken, authority: owner, amount: SOL };

  test.each(CURRENCIES)('in %s changes nobody’s balance and nothing owed', (_, currency) => {
    world.must(build.deposit(alice, currency, 100n));
    const vault = world.getData(vaultAddress(currency));
    const donate = getTransferInstruction(sendUtility, { programAddress: tokenProgram });
    world.must([getTransferSolInstruction(sendSol), donate]);
    expect(world.getData(vaultAddress(currency))).toEqual(vault);
    expect(heldBy(world, currency)).toBe(SOL + 100n);

    const result = world.must(build.deposit(alice, currency, 11n));
    const moved = { amount: 11n, available: 111n, owed: 111n };
    expectEvent(result, 'Deposited', { currency, bettor, ...moved });
    world.expectRefused(build.withdraw(alice, currency, 112n), 'InsufficientFunds');
    world.must(build.withdraw(alice, currency, 111n));
    expect(heldBy(world, currency)).toBe(SOL);
    expect(world.getVault(currency).owed).toBe(0n);
  });
});

describe('a vault that holds less than it owes', () => {
  test('takes no deposit in UTILITY, even if only 1 is missing', () => {
    setBooks(world, Currency.Utility, { owed: 100n, held: 99n });
    const deposit = build.deposit(alice, Currency.Utility, 50n);
    world.expectRefused(deposit, 'VaultUnderfunded');
    setBooks(world, Currency.Utility, { owed: 100n, held: 100n });
    world.must(deposit);
  });

  test('takes no deposit in SOL; its own funding counts as held', () => {
    setBooks(world, Currency.Sol, { owed: SOL, held: SOL - VAULT_SOL_FUNDING - 1n });
    const deposit = build.deposit(alice, Currency.Sol, 50n);
    world.expectRefused(deposit, 'VaultUnderfunded');
    setBooks(world, Currency.Sol, { owed: SOL, held: SOL - VAULT_SOL_FUNDING });
    world.must(deposit);
  });
});

describe('the payer', () => {
  test.each(CURRENCIES)('must sign for %s', (_, currency) => {
    const unsigned = withoutSigner(build.deposit(alice, currency, 1n), 0);
    world.expectRefused(unsigned, 'MissingSignature');
  });

  test('gives all its lamports, and not one that it does not have', () => {
    const authority = world.wallet('poor', 1_000n);
    const tooMuch = build.deposit(alice, Currency.Sol, 1_001n, { authority });
    const { error } = world.expectFailure(tooMuch);
    expect(error).toMatchObject({ name: 'Custom(1)', program: SYSTEM_PROGRAM_ADDRESS });
    world.must(build.deposit(alice, Currency.Sol, 1_000n, { authority }));
    expect(world.getLamports(authority.address)).toBe(0n);
  });

  test('gives all its UTILITY, and not one that it does not have', () => {
    const coins = world.getCoins(bob, Currency.Utility);
    const pay = (amount: bigint) =>
      build.deposit(alice, Currency.Utility, amount, { authority: bob });
    const { error } = world.expectFailure(pay(coins + 1n));
    expect(error).toMatchObject({ name: 'Custom(1)', program: tokenProgram });
    world.must(pay(coins));
    expect(world.getCoins(bob, Currency.Utility)).toBe(0n);
    expect(world.getBettor(alice).available).toEqual([0n, coins]);
  });

  test('gives from a token account of its own, not from another’s', () => {
    const deposit = build.deposit(alice, Currency.Utility, 1n);
    const { error } = world.expectFailure(withAccount(deposit, 3, utilityAddress(bob)));
    expect(error).toMatchObject({ name: 'Custom(4)', program: tokenProgram });
  });

  test('may give from any token account of its own', () => {
    const second = createKey('second account').address;
    const account = { mint: addresses.utilityMint, owner: alice.address, amount: 9n };
    setTokenAccount(world, second, account);
    world.must(withAccount(build.deposit(alice, Currency.Utility, 9n), 3, second));
    expect(tokenAmount(world, second)).toBe(0n);
    expect(world.getBettor(alice).available).toEqual([0n, 9n]);
  });
});

describe('the source', () => {
  const deposit = () => build.deposit(alice, Currency.Utility, 1n);

  test('must not be the vault’s token account itself', () => {
    world.must(deposit());
    const circle = withAccount(deposit(), 3, addresses.vaultToken);
    world.expectRefused(circle, 'DuplicateAccount');
  });

  test('must be of the mint', () => {
    const other = createKey('other coins').address;
    const mint = createKey('other mint').address;
    setTokenAccount(world, other, { mint, owner: alice.address, amount: 9n });
    const { error } = world.expectFailure(withAccount(deposit(), 3, other));
    expect(error).toMatchObject({ name: 'Custom(3)', program: tokenProgram });
  });

  test('must exist', () => {
    const missing = createKey('no account').address;
    const { error } = world.expectFailure(withAccount(deposit(), 3, missing));
    expect(error).toMatchObject({ kind: 'other', program: tokenProgram });
  });
});

describe.each(CURRENCIES)('a malformed deposit of %s', (_, currency) => {
  const deposit = () => build.deposit(alice, currency, 1n);

  test('with too few or too many bytes, or a reserved one set, is refused', () => {
    expectDataChecked(world, deposit(), range(2, 7));
  });

  test('with too few or too many accounts is refused', () => {
    expectAccountsCounted(world, deposit());
  });

  test('with an unknown tag is refused', () => {
    world.expectRefused(withBytes(deposit(), 0, 20), 'UnknownInstruction');
  });

  test('with the accounts of the other currency is refused', () => {
    const { accounts } = build.deposit(alice, otherOf(currency), 1n);
    world.expectRefused({ ...deposit(), accounts }, 'WrongVault');
    const mixed = withAccount({ ...deposit(), accounts }, 1, vaultAddress(currency));
    world.expectRefused(mixed, 'InvalidAccountCount');
  });

  test.each([2, 3, 255])('with the currency %i is refused', (unknown) => {
    world.expectRefused(withBytes(deposit(), 1, unknown), 'InvalidCurrency');
  });

  test('with the vault of the other currency is refused', () => {
    const wrong = withAccount(deposit(), 1, vaultAddress(otherOf(currency)));
    world.expectRefused(wrong, 'WrongVault');
  });

  test('with something else in the vault’s place is refused', () => {
    world.expectRefused(withAccount(deposit(), 1, addresses.config), 'WrongAccountType');
    const copy = createKey('copied vault').address;
    const data = world.getData(vaultAddress(currency));
    world.setAccount(copy, { data, owner: TOKEN_PROGRAM_ADDRESS });
    world.expectRefused(withAccount(deposit(), 1, copy), 'WrongOwner');
  });

  test('for a wallet without a Bettor is refused', () => {
    world.expectRefused(build.deposit(bob, currency, 1n), 'WrongOwner');
  });

  test('with something else in the Bettor’s place is refused', () => {
    world.expectRefused(withAccount(deposit(), 2, addresses.config), 'WrongAccountType');
    const itself = withAccount(deposit(), 2, vaultAddress(currency));
    world.expectRefused(itself, 'WrongAccountType');
    const copy = createKey('copied bettor').address;
    world.setAccount(copy, { data: world.getData(bettor), owner: TOKEN_PROGRAM_ADDRESS });
    world.expectRefused(withAccount(deposit(), 2, copy), 'WrongOwner');
  });

  test('with a vault or a Bettor that is not writable is refused', () => {
    world.expectRefused(asReadonly(deposit(), 1), 'NotWritable');
    world.expectRefused(asReadonly(deposit(), 2), 'NotWritable');
  });
});

describe('a malformed deposit', () => {
  const sol = () => build.deposit(alice, Currency.Sol, 1n);
  const utility = () => build.deposit(alice, Currency.Utility, 1n);

  test('of SOL with another System program is refused', () => {
    world.expectRefused(withAccount(sol(), 3, TOKEN_PROGRAM_ADDRESS), 'WrongProgram');
  });

  test('of SOL by a payer that is not writable is refused', () => {
    world.expectRefused(asReadonly(sol(), 0), 'NotWritable');
  });

  test('of UTILITY with the other token program, or any other, is refused', () => {
    for (const program of [otherTokenProgram, SYSTEM_PROGRAM_ADDRESS, addresses.program]) {
      world.expectRefused(withAccount(utility(), 6, program), 'WrongProgram');
    }
  });

  test('of UTILITY into another account than the vault’s is refused', () => {
    const other = withAccount(utility(), 4, utilityAddress(bob));
    world.expectRefused(other, 'WrongAddress');
    const ofVault = createKey('second account of the vault').address;
    const { utilityMint: mint, vaultUtility: owner } = addresses;
    setTokenAccount(world, ofVault, { mint, owner, amount: 0n });
    world.expectRefused(withAccount(utility(), 4, ofVault), 'WrongAddress');
  });

  test('of UTILITY with token accounts that are not writable is refused', () => {
    world.expectRefused(asReadonly(utility(), 3), 'NotWritable');
    world.expectRefused(asReadonly(utility(), 4), 'NotWritable');
  });
});

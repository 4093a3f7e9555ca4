import { getTokenDecoder } from '@solana-program/token';
import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { toBytes } from './support/address-bytes.ts';
import { bettorAddress, utilityAddress } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { SOL } from './support/genesis.ts';
import { handOver } from './support/hand-over.ts';
import { createKey } from './support/key.ts';
import { withAccount } from './support/tamper.ts';
import {
  isToken2022,
  otherTokenProgram,
  TOKEN_ACCOUNT_BYTES,
  tokenProgram,
} from './support/tokens.ts';
import { createWorld } from './support/world.ts';

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

test.each([
  ['is empty', 0n],
  ['holds 1,000 lamports', 1_000n],
])(
  'a wallet without a token account whose address %s gets one by its own withdrawal, at its cost',
  (_, gift) => {
    world.setLamports(aliceToken, 0n);
    expect(world.findAccount(aliceToken)).toBeUndefined();
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
  },
);

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

test('rent that rises after genesis locks nothing up to ten times what it was, and not a lamport beyond', () => {
  const fresh = createWorld();
  fresh.bettor(alice, { sol: 5n * SOL });
  fresh.setRentPerByte(10n * 5_080n + 1n);
  const { error } = fresh.expectFailure(fresh.build.withdraw(alice, Currency.Sol, 5n * SOL));
  expect(error?.name).toContain('InsufficientFundsForRent');
  fresh.setRentPerByte(10n * 5_080n);
  fresh.must(fresh.build.withdraw(alice, Currency.Sol, 5n * SOL));
  expect(fresh.getLamports(addresses.vaultSol)).toBe(fresh.rent(152));
});

/** Alice deposits 5, bets 1 against 1 and is credited 1.9 by the settlement. */
const CREDITED = (19n * SOL) / 10n;

/** A withdrawal that the wallet did not sign, for which it chose auto_withdraw. */
const sweep = (currency: Currency, amount: bigint) =>
  build.withdraw(alice, currency, amount, { authority: keys.keeper });

test('a sweep of SOL that would leave the wallet below its rent fails, one that does not succeeds', () => {
  world.must(build.setAutoWithdraw(alice, true));
  win(Currency.Sol);
  world.setLamports(alice.address, 0n);
  const least = world.rent(0);
  const { error } = world.expectFailure(sweep(Currency.Sol, least - 1n));
  expect(error?.name).toContain('InsufficientFundsForRent');
  const { available, sweepable } = world.getBettor(alice);
  expect([available[0], sweepable[0]]).toEqual([4n * SOL + CREDITED, CREDITED]);
  world.must(sweep(Currency.Sol, least));
  expect(world.getLamports(alice.address)).toBe(least);
  world.expectConserved();
});

describe('a sweep of UTILITY', () => {
  beforeEach(() => {
    world.must(build.setAutoWithdraw(alice, true));
    win(Currency.Utility);
  });

  test('creates no token account, even if its address holds the rent', () => {
    world.setLamports(aliceToken, 0n);
    world.expectRefused(sweep(Currency.Utility, CREDITED), 'TokenAccountMissing');
    world.setLamports(aliceToken, world.rent(TOKEN_ACCOUNT_BYTES));
    world.expectRefused(sweep(Currency.Utility, CREDITED), 'TokenAccountMissing');
    world.must(build.withdraw(alice, Currency.Utility, 1n));
    world.must(sweep(Currency.Utility, CREDITED));
  });

  // ImmutableOwner: an associated account of Token-2022 is never handed over.
  test.skipIf(isToken2022)('does not go to a token account that was handed over', () => {
    world.must(handOver(alice, bob));
    world.expectRefused(sweep(Currency.Utility, 1n), 'WrongTokenAccount');
    expect(world.getBettor(alice).available[Currency.Utility]).toBe(4n * SOL + CREDITED);
  });
});

/** Alice bets 1 against Bob's 1 and wins, and the market is settled. */
function win(currency: Currency): void {
  const market = world.createMarket({ currency });
  world.bet(alice, market, Outcome.Yes, SOL);
  world.bet(bob, market, Outcome.No, SOL);
  world.resolve(market, Outcome.Yes);
  world.settle(market, alice, bob);
}

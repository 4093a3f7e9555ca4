import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { utilityAddress } from './support/build.ts';
import { handOver } from './support/hand-over.ts';
import { createKey } from './support/key.ts';
import { withAccount } from './support/tamper.ts';
import { CURRENCIES } from './support/terms.ts';
import {
  isToken2022,
  setTokenAccount,
  TOKEN_ACCOUNT_BYTES,
  tokenAmount,
} from './support/tokens.ts';
import { createWorld } from './support/world.ts';

// A withdrawal that the wallet did not sign, for which it chose auto_withdraw.
const SOL = 1_000_000_000n;
/** Alice deposits 5, bets 1 against 1 and is credited 1.9 by the settlement. */
const CREDITED = (19n * SOL) / 10n;
const BALANCE = 4n * SOL + CREDITED;

const world = createWorld();
const { build, keys } = world;
const { alice, bob, keeper } = keys;
const aliceToken = utilityAddress(alice);
const sweep = (currency: Currency, amount: bigint) =>
  build.withdraw(alice, currency, amount, { authority: keeper });

beforeEach(() => {
  world.reset();
  for (const wallet of [alice, bob]) world.bettor(wallet, { sol: 5n * SOL, utility: 5n * SOL });
});

describe.each(CURRENCIES)('a sweep of %s', (_, currency) => {
  test('without the flag is refused, also after it was taken back', () => {
    win(currency);
    world.expectRefused(sweep(currency, 1n), 'NotAutoWithdraw');
    world.must(build.setAutoWithdraw(alice, true));
    world.must(sweep(currency, 1n));
    world.must(build.setAutoWithdraw(alice, false));
    world.expectRefused(sweep(currency, 1n), 'NotAutoWithdraw');
  });

  test('takes no more than that: the deposit stays', () => {
    world.must(build.setAutoWithdraw(alice, true));
    world.expectRefused(sweep(currency, 1n), 'SweepExceeded');
    win(currency);
    world.expectRefused(sweep(currency, CREDITED + 1n), 'SweepExceeded');
    world.expectRefused(sweep(currency, BALANCE), 'SweepExceeded');
    world.must(build.deposit(alice, currency, SOL));
    world.expectRefused(sweep(currency, CREDITED + 1n), 'SweepExceeded');
    world.must(sweep(currency, CREDITED));
  });
});

describe('a sweep of SOL that would leave the wallet below its rent', () => {
  test('fails and leaves the balance; one that does not succeeds', () => {
    world.must(build.setAutoWithdraw(alice, true));
    win(Currency.Sol);
    world.setLamports(alice.address, 0n);
    const least = world.rent(0);
    const { error } = world.expectFailure(sweep(Currency.Sol, least - 1n));
    expect(error?.name).toContain('InsufficientFundsForRent');
    const { available, sweepable } = world.getBettor(alice);
    expect([available[0], sweepable[0]]).toEqual([BALANCE, CREDITED]);
    world.must(sweep(Currency.Sol, least));
    expect(world.getLamports(alice.address)).toBe(least);
    world.expectConserved();
  });
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
    expect(world.getBettor(alice).available[Currency.Utility]).toBe(BALANCE);
  });

  test('does not go to another token account of the wallet: who sweeps must not choose', () => {
    const second = createKey('second account').address;
    const { utilityMint: mint } = world.addresses;
    setTokenAccount(world, second, { mint, owner: alice.address, amount: 0n });
    const toSecond = withAccount(sweep(Currency.Utility, 1n), 4, second);
    world.expectRefused(toSecond, 'WrongAddress');
    const signed = withAccount(build.withdraw(alice, Currency.Utility, 1n), 4, second);
    world.must(signed);
    expect(tokenAmount(world, second)).toBe(1n);
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

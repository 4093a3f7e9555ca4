import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { utilityAddress } from './support/build.ts';
import { handOver } from './support/hand-over.ts';
import { isToken2022, TOKEN_ACCOUNT_BYTES } from './support/tokens.ts';
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
});

/** Alice bets 1 against Bob's 1 and wins, and the market is settled. */
function win(currency: Currency): void {
  const market = world.createMarket({ currency });
  world.bet(alice, market, Outcome.Yes, SOL);
  world.bet(bob, market, Outcome.No, SOL);
  world.resolve(market, Outcome.Yes);
  world.settle(market, alice, bob);
}

// What strangers can do to a wallet's Bettor, and what it costs whom. Each test is an attack of an
// audit; where something is left to an attacker, the test says exactly what.
import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { verdictsOf } from './support/expect-event.ts';
import { addresses, keys } from './support/genesis.ts';
import { handOver } from './support/hand-over.ts';
import { createKey } from './support/key.ts';
import { withAccount } from './support/tamper.ts';
import { setTokenAccount, tokenAmount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, stranger } = keys;
const { Yes, No } = Outcome;
const SOL = 1_000_000_000n;

const world = createWorld();
const { build } = world;
beforeEach(() => world.reset());

describe('a Bettor with one slot, opened by a stranger', () => {
  test('would not hold the wallet up: it grows whatever somebody opened for it', () => {
    world.must(build.openBettor(alice, { slots: 1, payer: stranger }));
    world.must(build.deposit(alice, Currency.Sol, 10n * SOL));
    const long = world.createMarket({ expiresAt: world.now + 3_650n * 86_400n });
    world.bet(alice, long, Yes, SOL);
    const other = world.createMarket();
    const bet = build.placeOwnBet(other, { wallet: alice, outcome: Yes, amount: SOL });
    world.expectRefused(bet, 'NoFreeSlot');
    world.must([build.growBettor(alice, 8, { payer: alice }), bet]);
    expect(world.getBettor(alice)).toMatchObject({ slotCount: 9, openPositions: 2 });
  });
});

describe('dust', () => {
  test('of SOL costs its sender, and the wallet takes it out with the close', () => {
    // What is left: a deposit that lands between reading and closing fails the close, once, and is
    // the wallet's money.
    world.must(build.openBettor(alice, { payer: alice }));
    const dust = build.deposit(alice, Currency.Sol, 1n, { authority: stranger });
    world.must([dust, dust]);
    const close = build.closeBettor(alice, { rentPayer: alice });
    world.expectRefused([build.withdraw(alice, Currency.Sol, 1n), close], 'BettorNotEmpty');
    const before = world.getLamports(alice.address);
    world.must([build.withdraw(alice, Currency.Sol, 2n), close]);
    expect(world.getLamports(alice.address)).toBeGreaterThan(before);
  });
});

test('a sweep in front of a delegated bet leaves the bet dead and the money with the wallet', () => {
  // What is left, and written down: a wallet that chose auto_withdraw lets anybody send it its
  // winnings at any moment, also just before its delegate bets them.
  for (const wallet of [alice, bob]) world.bettor(wallet, { sol: 10n * SOL });
  world.must(build.setAutoWithdraw(alice, true));
  const first = world.createMarket();
  world.bet(alice, first, Yes, 10n * SOL);
  world.bet(bob, first, No, 10n * SOL);
  world.resolve(first, Yes);
  world.settle(first, alice, bob);
  const second = world.createMarket();
  const bet = build.placeBets(second, [{ wallet: alice, outcome: Yes, amount: SOL }]);
  const before = world.getLamports(alice.address);
  world.must(build.withdraw(alice, Currency.Sol, 19n * SOL, { authority: stranger }));
  expect(world.getLamports(alice.address) - before).toBe(19n * SOL);
  expect(verdictsOf(world.must(bet))).toEqual(['InsufficientFunds']);
  // What she deposits is hers to bet: a sweep takes winnings only.
  world.must(build.deposit(alice, Currency.Sol, 2n * SOL));
  const sweep = build.withdraw(alice, Currency.Sol, 1n, { authority: stranger });
  world.expectRefused(sweep, 'SweepExceeded');
  const again = build.placeBets(second, [{ wallet: alice, outcome: Yes, amount: SOL }]);
  expect(verdictsOf(world.must(again))).toEqual(['Done']);
});

test('a handed-over associated token account does not lock the UTILITY balance', () => {
  world.bettor(alice, { utility: 1_000_000n });
  world.must(handOver(alice, bob));
  const withdraw = build.withdraw(alice, Currency.Utility, 1_000_000n);
  world.expectRefused(withdraw, 'WrongTokenAccount');
  const another = createKey('another account').address;
  const { utilityMint: mint } = addresses;
  setTokenAccount(world, another, { mint, owner: alice.address, amount: 0n });
  world.must(withAccount(withdraw, 4, another));
  expect(tokenAmount(world, another)).toBe(1_000_000n);
  expect(tokenAmount(world, addresses.vaultToken)).toBe(0n);
});

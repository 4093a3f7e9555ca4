import { getTransferSolInstruction } from '@solana-program/system';
import { Currency, Outcome, SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { toBytes } from './support/address-bytes.ts';
import { bettorAddress } from './support/build.ts';
import { expectEvent, verdictsOf } from './support/expect-event.ts';
import { SOL } from './support/genesis.ts';
import { createWorld } from './support/world.ts';

const world = createWorld();
const { build, keys } = world;
const { alice, stranger } = keys;
const bettor = bettorAddress(alice);
const rentOf = (slots: number) => world.rent(216 + 48 * slots);
beforeEach(() => world.reset());

test('what the wallet paid comes back although rent has fallen or risen since', () => {
  for (const rentPerByte of [1_000n, 50_000n]) {
    const fresh = createWorld();
    fresh.bettor(alice, { slots: 1, isDelegated: false });
    const before = fresh.getLamports(alice.address);
    fresh.must(fresh.build.growBettor(alice, 8, { payer: alice }));
    fresh.setRentPerByte(rentPerByte);
    fresh.must(fresh.build.closeBettor(alice));
    expect(fresh.getLamports(alice.address)).toBe(before);
  }
});

describe.each([
  ['SOL', Currency.Sol, 0],
  ['UTILITY', Currency.Utility, 165],
] as const)('%s that is left behind', (_, currency, accountBytes) => {
  const forfeit = () => build.closeBettor(alice, { isForfeiting: true });
  /** As plain numbers: what an account to take it out with costs in lamports. */
  const limit = world.rent(accountBytes);
  function leave(amount: bigint) {
    world.bettor(alice, { isDelegated: false });
    world.must(build.deposit(alice, currency, amount));
  }

  test.each([1n, limit - 1n])('goes to the burn counter: %i', (amount) => {
    leave(amount);
    const before = world.getVault(currency);
    const result = world.must(forfeit());
    const [forfeitedSol = 0n, forfeitedUtility = 0n] = [0n, 0n].with(currency, amount);
    expectEvent(result, 'BettorClosed', { bettor, forfeitedSol, forfeitedUtility });
    expect(world.findAccount(bettor)).toBeUndefined();
    const fees = { feesBurn: amount, burnTotal: amount };
    expect(world.getVault(currency)).toEqual({ ...before, ...fees });
    world.expectConserved();
  });

  test('is less than that rent, and never taken unasked', () => {
    leave(limit);
    world.expectRefused(forfeit(), 'BettorNotEmpty');
    world.must(build.withdraw(alice, currency, 1n));
    world.expectRefused(build.closeBettor(alice), 'BettorNotEmpty');
    world.must(forfeit());
    world.expectConserved();
  });
});

test('opening again leaves the bets of the old delegate dead', () => {
  world.bettor(alice, { sol: SOL });
  const market = world.createMarket();
  const bet = { wallet: alice, outcome: Outcome.Yes, amount: SOL };
  const oldBet = build.placeBets(market, [bet]);
  world.nextSlot();
  const reopen = [build.withdraw(alice, Currency.Sol, SOL), build.closeBettor(alice)];
  world.must([...reopen, build.openBettor(alice), build.deposit(alice, Currency.Sol, SOL)]);
  expect(verdictsOf(world.must(oldBet))).toEqual(['NotAuthorized']);
  world.must(build.setDelegate(alice));
  expect(verdictsOf(world.must(oldBet))).toEqual(['WrongEpoch']);
  expect(world.getBettor(alice)).toMatchObject({ available: [SOL, 0n], highestBetId: 0 });
  expect(verdictsOf(world.must(build.placeBets(market, [bet])))).toEqual(['Done']);
});

test('lamports sent in the transaction of the close revive nothing', () => {
  world.bettor(alice);
  world.nextSlot();
  const amount = rentOf(4);
  const source = stranger.signer;
  const send = getTransferSolInstruction({ source, destination: bettor, amount });
  world.must([build.closeBettor(alice), send]);
  const account = world.findAccount(bettor);
  expect(account).toMatchObject({ lamports: rentOf(4), data: new Uint8Array() });
  expect(account?.owner).toEqual(toBytes(SYSTEM_PROGRAM_ADDRESS));
  world.expectRefused(build.deposit(alice, Currency.Sol, SOL), 'WrongOwner');
  world.must(build.openBettor(alice));
  expect(world.getBettor(alice).epoch).toBe(0n);
});

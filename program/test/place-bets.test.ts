import type { AccountMeta, Address } from '@solana/kit';
import { type ErrorName, NO_ADDRESS, Outcome, type ProgramInstruction } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress, type TestBet } from './support/build.ts';
import { verdictsOf } from './support/expect-event.ts';
import { keys } from './support/genesis.ts';
import { patchU64 } from './support/patch.ts';
import { describeChanges } from './support/snapshot.ts';
import { withAccount, withBytes } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, carol } = keys;
const { Yes, No } = Outcome;
const MINIMUM = 100_000n;
const FUNDS = 10_000_000n;

const world = createWorld();
const { build } = world;
let market: Address;
beforeEach(() => {
  world.reset();
  for (const wallet of [alice, bob]) world.bettor(wallet, { sol: FUNDS, utility: FUNDS });
  world.bettor(carol, { sol: FUNDS, isDelegated: false });
  market = world.createMarket();
});

const bet = (wallet: TestBet['wallet'], amount = MINIMUM, outcome = Yes): TestBet => ({
  ...{ wallet, amount, outcome },
});

describe('a wallet’s own bet', () => {
  test('needs neither a delegate nor an id, and leaves the delegate’s as they were', () => {
    const before = world.getBettor(alice);
    // Even with the delegate's epoch and id written into it.
    const bets = [{ ...bet(alice), delegated: { epoch: before.epoch, betId: 9 } }];
    world.must(build.placeBets(market, bets, { authority: alice, isStrict: true }));
    const { epoch, allowance, highestBetId, betWindow } = before;
    expect(world.getBettor(alice)).toMatchObject({ epoch, allowance, highestBetId, betWindow });
    world.bet(carol, market, Yes, MINIMUM);
    expect(world.getMarket(market).pools).toEqual([2n * MINIMUM, 0n]);
  });

  test('is not made by the zero address, which a Bettor without a delegate names', () => {
    expect(world.getBettor(carol).delegate).toBe(NO_ADDRESS);
    const forged = withAccount(build.placeOwnBet(market, bet(carol)), 0, NO_ADDRESS);
    world.expectRefused(forged, 'NotAuthorized');
  });
});

describe('a malformed place_bets', () => {
  test('points to a bettor that it does not bring', () => {
    const BETTOR_AT = 8 + 22;
    const instruction = build.placeOwnBet(market, bet(alice));
    const accounts = instruction.accounts.slice(0, 3);
    world.expectRefused({ ...instruction, accounts }, 'InvalidInstructionData');
    const without = { ...instruction, accounts: accounts.slice(0, 2) };
    world.expectRefused(without, 'InvalidAccountCount');
    world.expectRefused(withBytes(instruction, BETTOR_AT, 1), 'InvalidInstructionData');
    const lenient = withBytes(instruction, 1, 0);
    world.expectRefused(withBytes(lenient, BETTOR_AT, 255), 'InvalidInstructionData');
  });

  test('of 57 bets is refused, of 56 is not', () => {
    const bets = new Array(57).fill(bet(alice));
    const options = { authority: alice };
    const tooMany = build.placeBets(market, bets, options);
    world.expectRefused(tooMany, 'InvalidInstructionData');
    const result = world.must(build.placeBets(market, bets.slice(1), options));
    expect(verdictsOf(result)).toEqual(new Array(56).fill('Done'));
    expect(result.returnData).toHaveLength(48 + 56 * 17);
    expect(world.getMarket(market).pools).toEqual([56n * MINIMUM, 0n]);
  });
});

describe('a batch of a delegate', () => {
  test('may hold the same bettor twice among its accounts', () => {
    const pair = build.placeBets(market, [bet(alice, 200_000n), bet(bob, 300_000n)]);
    const id = 8 + 24 + 16;
    const twice = withAccount(withBytes(pair, id, 2), 4, bettorAddress(alice));
    expect(verdictsOf(world.must(twice))).toEqual(['Done', 'Done']);
    const { available, openPositions, slots, highestBetId } = world.getBettor(alice);
    expect([available[0], openPositions, highestBetId]).toEqual([FUNDS - 500_000n, 1, 2]);
    expect(slots[0]).toEqual({ market, stakeYes: 500_000n, stakeNo: 0n });
    expect(world.getMarket(market).openPositions).toBe(1n);
  });

  test('may name an account 200 times more', () => {
    const one = build.placeBets(market, [bet(alice)]);
    const more = Array.from({ length: 200 }, () => one.accounts.at(-1) as AccountMeta);
    const many = { ...one, accounts: [...one.accounts, ...more] };
    expect(verdictsOf(world.must(many))).toEqual(['Done']);
    expect(world.getBettor(alice)).toMatchObject({ available: [FUNDS - MINIMUM, FUNDS] });
  });

  test('may use the allowance to its last unit', () => {
    world.must(build.setDelegate(alice, { allowanceSol: 300_000n, allowanceUtility: 0n }));
    const place = (betId: number, amount = MINIMUM) => {
      const { epoch } = world.getBettor(alice);
      const bets = [{ ...bet(alice, amount), delegated: { epoch, betId } }];
      return verdictsOf(world.must(build.placeBets(market, bets)))[0];
    };
    expect(place(1, 300_001n)).toBe('AllowanceExceeded');
    expect(place(2, 200_000n)).toBe('Done');
    expect(place(3, 100_001n)).toBe('AllowanceExceeded');
    expect(place(4, 100_000n)).toBe('Done');
    expect(place(5)).toBe('AllowanceExceeded');
    const available = [FUNDS - 300_000n, FUNDS];
    expect(world.getBettor(alice)).toMatchObject({ available, allowance: [0n, 0n] });
  });

  test('one epoch off, zero or the largest is wrong and leaves no trace', () => {
    const { epoch } = world.getBettor(alice);
    const inEpoch = (epoch: bigint) =>
      build.placeBets(market, [{ ...bet(alice), delegated: { epoch, betId: 1 } }]);
    for (const other of [epoch - 1n, epoch + 1n, 0n, (1n << 64n) - 1n]) {
      expectNoTrace(inEpoch(other), 'WrongEpoch');
    }
    expect(verdictsOf(world.must(inEpoch(epoch)))).toEqual(['Done']);
  });
});

/** The bet gets this verdict, and only the market's sequence says that there was one. */
function expectNoTrace(instruction: ProgramInstruction, verdict: ErrorName) {
  const before = world.snapshot();
  const result = world.must(instruction);
  expect(verdictsOf(result)).toEqual([verdict]);
  const payment = { payer: world.feePayer.address, fee: result.fee };
  const changes = describeChanges(before, world.snapshot(), payment);
  expect(changes).toEqual([`${market}: bytes 8 changed`]);
}

test('a pool cannot overflow: the bet that would is refused and its stake stays', () => {
  // Out of reach for real bets: all balances together are below 2^63.
  const max = (1n << 64n) - 1n;
  patchU64(world, market, 16, max - MINIMUM + 1n);
  const result = world.must(build.placeBets(market, [bet(alice), bet(bob, MINIMUM, No)]));
  expect(verdictsOf(result)).toEqual(['MathOverflow', 'Done']);
  expect(world.getBettor(alice)).toMatchObject({ available: [FUNDS, FUNDS], openPositions: 0 });
  patchU64(world, market, 16, max - MINIMUM);
  world.bet(alice, market, Yes, MINIMUM);
  expect(world.getMarket(market).pools).toEqual([max, MINIMUM]);
});

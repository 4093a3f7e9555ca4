import type { Address } from '@solana/kit';
import {
  Currency,
  type ErrorName,
  MarketSource,
  Outcome,
  type ProgramInstruction,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress, type TestBet } from './support/build.ts';
import { sendAndCompare } from './support/changes.ts';
import { verdictsOf } from './support/expect-event.ts';
import { keys } from './support/genesis.ts';
import { withBytes } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const { alice, operator, stranger } = keys;
const { Yes, No } = Outcome;
const MINIMUM = 100_000n;
const FUNDS = 1_000_000n;
const OUTCOME_AT = 8 + 23;

const world = createWorld();
let market: Address;
beforeEach(() => {
  world.reset();
  world.bettor(alice, { sol: FUNDS, utility: FUNDS });
  market = world.createMarket();
});

/** A bet for Alice by the operator, her delegate, in her epoch of now. */
function relay(betId: number, overrides: Partial<TestBet> & { epoch?: bigint } = {}) {
  const { epoch = world.getBettor(alice).epoch, ...bet } = overrides;
  const delegated = { epoch, betId };
  return { wallet: alice, outcome: Yes, amount: MINIMUM, delegated, ...bet };
}

const build = (bet: TestBet, authority = operator) =>
  world.build.placeBets(market, [bet], { authority });
const place = (bet: TestBet, authority = operator) =>
  verdictsOf(world.must(build(bet, authority)))[0];

/** The bet gets this verdict, and only the market's sequence says that there was one. */
function expectNoTrace(instruction: ProgramInstruction, verdict: ErrorName) {
  const { result, changes } = sendAndCompare(world, instruction);
  expect(verdictsOf(result)).toEqual([verdict]);
  const address = instruction.accounts[1]?.address;
  expect(changes).toEqual([`${address}: bytes 8 changed`]);
}

describe('a delegate’s bet', () => {
  test('lowers balance and allowance, takes its id, and does all that an own bet does', () => {
    const before = world.getBettor(alice);
    expect(place(relay(1, { amount: 300_000n, outcome: No }))).toBe('Done');
    expect(world.getBettor(alice)).toEqual({
      ...before,
      available: [700_000n, FUNDS],
      allowance: [(1n << 63n) - 300_000n, 1n << 63n],
      openPositions: 1,
      highestBetId: 1,
      betWindow: [2n, 0n, 0n, 0n],
      slots: before.slots.with(0, { market, stakeYes: 0n, stakeNo: 300_000n }),
    });
    expect(world.getMarket(market)).toMatchObject({ pools: [0n, 300_000n], openPositions: 1n });
    world.expectConserved();
  });

  test('is made by the delegate only', () => {
    expectNoTrace(build(relay(1), stranger), 'NotAuthorized');
    expectNoTrace(build(relay(1), keys.admin), 'NotAuthorized');
    expectNoTrace(build(relay(1), keys.creator), 'NotAuthorized');
    expect(place(relay(1))).toBe('Done');
  });

  test('is made until the delegate’s time is over', () => {
    const expiresAt = world.now + 50n;
    world.must(world.build.setDelegate(alice, { expiresAt }));
    world.at(expiresAt - 1n);
    expect(place(relay(1))).toBe('Done');
    world.at(expiresAt);
    expectNoTrace(build(relay(2)), 'DelegateExpired');
    world.bet(alice, market, Yes, MINIMUM);
  });
});

describe('the allowance', () => {
  const allow = (allowanceSol: bigint, allowanceUtility: bigint) =>
    world.must(world.build.setDelegate(alice, { allowanceSol, allowanceUtility }));

  test('can be used to its last unit', () => {
    allow(300_000n, 0n);
    expect(place(relay(1, { amount: 300_001n }))).toBe('AllowanceExceeded');
    expect(place(relay(2, { amount: 200_000n }))).toBe('Done');
    expect(place(relay(3, { amount: 100_001n }))).toBe('AllowanceExceeded');
    expect(place(relay(4, { amount: 100_000n }))).toBe('Done');
    expect(place(relay(5))).toBe('AllowanceExceeded');
    expect(world.getBettor(alice)).toMatchObject({
      available: [FUNDS - 300_000n, FUNDS],
      allowance: [0n, 0n],
    });
  });
});

describe('another delegate or epoch', () => {
  test('one epoch off, zero and the largest are wrong and leave no trace', () => {
    const { epoch } = world.getBettor(alice);
    for (const other of [epoch - 1n, epoch + 1n, 0n, (1n << 64n) - 1n]) {
      expectNoTrace(build(relay(1, { epoch: other })), 'WrongEpoch');
    }
    expect(place(relay(1))).toBe('Done');
  });

  test('what was signed for the old epoch is dead, and the new one starts with fresh ids', () => {
    expect(place(relay(1))).toBe('Done');
    const old = build(relay(2));
    world.must(world.build.setDelegate(alice));
    expectNoTrace(old, 'WrongEpoch');
    expect(world.getBettor(alice)).toMatchObject({ highestBetId: 0, betWindow: [0n, 0n, 0n, 0n] });
    expect(place(relay(1))).toBe('Done');
    expect(place(relay(2))).toBe('Done');
  });
});

describe('the id of a bet', () => {
  test('works once: the same transaction again changes nothing', () => {
    const instruction = build(relay(1));
    expect(verdictsOf(world.must(instruction))).toEqual(['Done']);
    expectNoTrace(instruction, 'DuplicateBet');
    expectNoTrace(instruction, 'DuplicateBet');
    expect(world.getBettor(alice).available[Currency.Sol]).toBe(FUNDS - MINIMUM);
  });

  test('works once within a batch too', () => {
    const bets = [relay(1), relay(1, { amount: 200_000n }), relay(2)];
    const result = world.must(world.build.placeBets(market, bets));
    expect(verdictsOf(result)).toEqual(['Done', 'DuplicateBet', 'Done']);
    expect(world.getMarket(market).pools).toEqual([2n * MINIMUM, 0n]);
  });
});

describe('every verdict behind the authority check uses the id up, and nothing else', () => {
  /** Id 1 of an empty window: the highest id, and bit 1 of the first word. */
  const ID_BYTES = 'bytes 168 176 changed';

  function expectOnlyIdUsed(instruction: ProgramInstruction, verdict: ErrorName) {
    const { result, changes } = sendAndCompare(world, instruction);
    expect(verdictsOf(result)).toEqual([verdict]);
    const bettor = `${bettorAddress(alice)}: ${ID_BYTES}`;
    const address = instruction.accounts[1]?.address;
    expect(changes).toEqual([bettor, `${address}: bytes 8 changed`].sort());
    expectNoTrace(instruction, 'DuplicateBet');
  }

  test.each([
    ['ZeroAmount', 0n],
    ['BelowMinimumStake', MINIMUM - 1n],
    ['InsufficientFunds', FUNDS + 1n],
    ['AllowanceExceeded', (1n << 63n) + 1n],
  ] satisfies [ErrorName, bigint][])('%s', (verdict, amount) => {
    expectOnlyIdUsed(build(relay(1, { amount })), verdict);
  });

  test.each([0, 3])('InvalidOutcome %i', (outcome) => {
    expectOnlyIdUsed(withBytes(build(relay(1)), OUTCOME_AT, outcome), 'InvalidOutcome');
  });

  test('NoFreeSlot', () => {
    for (let slot = 0; slot < 4; slot += 1) world.bet(alice, world.createMarket(), Yes, MINIMUM);
    expectOnlyIdUsed(build(relay(1)), 'NoFreeSlot');
  });

  test('CustomMarket, where the wallet itself may bet', () => {
    const decider = { source: MarketSource.NamedOracle, oracle: stranger.address } as const;
    const custom = world.createMarket({ decider });
    expectOnlyIdUsed(world.build.placeBets(custom, [relay(1)]), 'CustomMarket');
    world.bet(alice, custom, Yes, MINIMUM);
    expect(world.getMarket(custom).pools).toEqual([MINIMUM, 0n]);
  });

  test('and money that arrives later does not bring the bet back', () => {
    const late = build(relay(1, { amount: FUNDS + 1n }));
    expect(verdictsOf(world.must(late))).toEqual(['InsufficientFunds']);
    world.must(world.build.deposit(alice, Currency.Sol, FUNDS));
    expect(verdictsOf(world.must(late))).toEqual(['DuplicateBet']);
    expect(world.getBettor(alice).available[Currency.Sol]).toBe(2n * FUNDS);
  });
});

import type { Address } from '@solana/kit';
import { type ErrorName, Outcome, type ProgramInstruction } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBet } from './support/build.ts';
import { sendAndCompare } from './support/changes.ts';
import { verdictsOf } from './support/expect-event.ts';
import { keys } from './support/genesis.ts';
import { createWorld } from './support/world.ts';

const { alice, operator } = keys;
const { Yes } = Outcome;
const MINIMUM = 100_000n;
const FUNDS = 1_000_000n;

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
});

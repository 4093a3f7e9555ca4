import { NO_ADDRESS, Outcome, type ProgramInstruction } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { verdictsOf } from './support/expect-event.ts';
import { keys } from './support/genesis.ts';
import { withAccount, withBytes } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const { alice, bob } = keys;
const { Yes } = Outcome;
const MINIMUM = 100_000n;
const BETTOR_AT = 8 + 22;

const world = createWorld();
beforeEach(() => world.reset());

const ownBet = (market: Parameters<typeof world.bet>[1], amount = MINIMUM, outcome = Yes) =>
  world.build.placeOwnBet(market, { wallet: alice, outcome, amount });

describe('a wallet’s own bet', () => {
  test('needs neither a delegate nor an id, and leaves the delegate’s as they were', () => {
    world.bettor(alice, { sol: 1_000_000n });
    const market = world.createMarket();
    const before = world.getBettor(alice);
    // Even with the delegate's epoch and id written into it.
    const withId = { wallet: alice, outcome: Yes, amount: MINIMUM };
    const delegated = { epoch: before.epoch, betId: 9 };
    const bets = [{ ...withId, delegated }];
    world.must(world.build.placeBets(market, bets, { authority: alice, isStrict: true }));
    const { epoch, allowance, highestBetId, betWindow } = before;
    expect(world.getBettor(alice)).toMatchObject({ epoch, allowance, highestBetId, betWindow });
    world.bettor(bob, { sol: 1_000_000n, isDelegated: false });
    world.bet(bob, market, Yes, MINIMUM);
    expect(world.getMarket(market).pools).toEqual([2n * MINIMUM, 0n]);
  });

  test('is not made by the zero address, which a Bettor without a delegate names', () => {
    world.bettor(alice, { sol: 1_000_000n, isDelegated: false });
    const market = world.createMarket();
    expect(world.getBettor(alice).delegate).toBe(NO_ADDRESS);
    world.expectRefused(withAccount(ownBet(market), 0, NO_ADDRESS), 'NotAuthorized');
  });
});

describe('a malformed place_bets', () => {
  let instruction: ProgramInstruction;
  beforeEach(() => {
    world.bettor(alice, { sol: 100_000_000n });
    instruction = ownBet(world.createMarket());
  });

  test('points to a bettor that it does not bring', () => {
    const accounts = instruction.accounts.slice(0, 3);
    world.expectRefused({ ...instruction, accounts }, 'InvalidInstructionData');
    const without = { ...instruction, accounts: accounts.slice(0, 2) };
    world.expectRefused(without, 'InvalidAccountCount');
    world.expectRefused(withBytes(instruction, BETTOR_AT, 1), 'InvalidInstructionData');
    const lenient = withBytes(instruction, 1, 0);
    world.expectRefused(withBytes(lenient, BETTOR_AT, 255), 'InvalidInstructionData');
  });

  test('of 57 bets is refused, of 56 is not', () => {
    const market = world.createMarket();
    const bets = new Array(57).fill({ wallet: alice, outcome: Yes, amount: MINIMUM });
    const options = { authority: alice };
    const tooMany = world.build.placeBets(market, bets, options);
    world.expectRefused(tooMany, 'InvalidInstructionData');
    const result = world.must(world.build.placeBets(market, bets.slice(1), options));
    expect(verdictsOf(result)).toEqual(new Array(56).fill('Done'));
    expect(result.returnData).toHaveLength(48 + 56 * 17);
    expect(world.getMarket(market).pools).toEqual([56n * MINIMUM, 0n]);
  });
});

import type { Address } from '@solana/kit';
import { getSetDelegateInstruction, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress } from './support/build.ts';
import { verdictsOf } from './support/expect-event.ts';
import type { Key } from './support/key.ts';
import { withBytes } from './support/tamper.ts';
import { FOREIGN } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const SOL = 1_000_000_000n;

const world = createWorld();
const { build, addresses, keys } = world;
const { alice, bob, operator } = keys;
const bettor = bettorAddress(alice);
const DELEGATION = {
  delegate: bob.address,
  expiresAt: world.now + 500n,
  allowanceSol: 3n * SOL,
  allowanceUtility: 7n,
};
let market: Address;

beforeEach(() => {
  world.reset();
  world.bettor(alice, { sol: 10n * SOL, utility: 10n * SOL, isDelegated: false });
  market = world.createMarket();
});

/** What becomes of the delegate's bet, with the next id unless it names one. */
function betBy(delegate: Key, amount = SOL, delegated?: { epoch: bigint; betId: number }) {
  const bet = { wallet: alice, outcome: Outcome.Yes, amount, delegated };
  const result = world.must(build.placeBets(market, [bet], { authority: delegate }));
  return verdictsOf(result)[0];
}

describe('setting a delegate', () => {
  test('writes it with its expiry, allowance and epoch, and nothing else', () => {
    const before = world.getBettor(alice);
    world.must(build.setDelegate(alice, DELEGATION));
    expect(world.getBettor(alice)).toEqual({
      ...before,
      delegate: bob.address,
      delegateExpiresAt: world.now + 500n,
      allowance: [3n * SOL, 7n],
      epoch: world.slot,
      delegateGeneration: FOREIGN,
    });
  });
});

describe('a new epoch', () => {
  test('starts with an empty window, even for the same delegate', () => {
    world.must(build.setDelegate(alice));
    for (let i = 0; i < 3; i += 1) expect(betBy(operator)).toBe('Done');
    const { epoch, highestBetId, betWindow } = world.getBettor(alice);
    expect({ highestBetId, betWindow }).toEqual({ highestBetId: 3, betWindow: [14n, 0n, 0n, 0n] });

    world.must(build.setDelegate(alice));
    const renewed = world.getBettor(alice);
    expect(renewed).toMatchObject({ highestBetId: 0, betWindow: [0n, 0n, 0n, 0n] });
    expect(renewed.epoch).toBe(epoch + 1n);
    expect(betBy(operator, SOL, { epoch, betId: 4 })).toBe('WrongEpoch');
    expect(betBy(operator, SOL, { epoch: epoch + 2n, betId: 4 })).toBe('WrongEpoch');
    expect(betBy(operator, SOL, { epoch: renewed.epoch, betId: 1 })).toBe('Done');
    expect(betBy(operator, SOL, { epoch: renewed.epoch, betId: 1 })).toBe('DuplicateBet');
  });
});

describe('auto_withdraw', () => {
  test('alone takes no delegate, expiry or allowance', () => {
    world.expectRefused(withBytes(both(true), 1, 2), 'InvalidInstructionData');
    const alone = build.setAutoWithdraw(alice, true);
    // The delegate, the expiry, the allowance of each currency.
    for (const offset of [8, 39, 40, 47, 48, 55, 56, 63]) {
      world.expectRefused(withBytes(alone, offset, 1), 'InvalidInstructionData');
    }
    world.must(alone);
  });

  test('stays as it is when only the delegate is set', () => {
    world.must(build.setAutoWithdraw(alice, true));
    world.must(withBytes(both(false), 1, 1));
    expect(world.getBettor(alice)).toMatchObject({ flags: 1, delegate: bob.address });
    world.must(build.setAutoWithdraw(alice, false));
    world.expectRefused(withBytes(both(true), 1, 1), 'InvalidInstructionData');
    expect(world.getBettor(alice).flags).toBe(0);
  });
});

/** Sets the delegate and the flag. */
function both(autoWithdraw: boolean) {
  const wallet = alice.signer;
  const { config } = addresses;
  const delegation = DELEGATION;
  return getSetDelegateInstruction({ wallet, bettor, config, delegation, autoWithdraw });
}

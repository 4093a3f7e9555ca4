import { getSetDelegateInstruction } from '@tote/program-client';
import { beforeEach, expect, test } from 'vitest';
import { bettorAddress } from './support/build.ts';
import { SOL } from './support/genesis.ts';
import { withBytes } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const world = createWorld();
const { build, addresses, keys } = world;
const { alice, bob } = keys;
const bettor = bettorAddress(alice);
const DELEGATION = {
  delegate: bob.address,
  expiresAt: world.now + 500n,
  allowanceSol: 3n * SOL,
  allowanceUtility: 7n,
};

beforeEach(() => {
  world.reset();
  world.bettor(alice, { sol: 10n * SOL, utility: 10n * SOL, isDelegated: false });
});

test('auto_withdraw alone takes no delegate, expiry or allowance', () => {
  world.expectRefused(withBytes(both(true), 1, 2), 'InvalidInstructionData');
  const alone = build.setAutoWithdraw(alice, true);
  // The delegate, the expiry, the allowance of each currency.
  for (const offset of [8, 39, 40, 47, 48, 55, 56, 63]) {
    world.expectRefused(withBytes(alone, offset, 1), 'InvalidInstructionData');
  }
  world.must(alone);
});

test('auto_withdraw stays as it is when only the delegate is set', () => {
  world.must(build.setAutoWithdraw(alice, true));
  world.must(withBytes(both(false), 1, 1));
  expect(world.getBettor(alice)).toMatchObject({ flags: 1, delegate: bob.address });
  world.must(build.setAutoWithdraw(alice, false));
  world.expectRefused(withBytes(both(true), 1, 1), 'InvalidInstructionData');
  expect(world.getBettor(alice).flags).toBe(0);
});

/** Sets the delegate and the flag. */
function both(autoWithdraw: boolean) {
  const wallet = alice.signer;
  const { config } = addresses;
  const delegation = DELEGATION;
  return getSetDelegateInstruction({ wallet, bettor, config, delegation, autoWithdraw });
}

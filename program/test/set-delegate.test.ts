import type { Address } from '@solana/kit';
import {
  BETTOR_FLAGS,
  getSetDelegateInstruction,
  NO_ADDRESS,
  Outcome,
  TOKEN_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bettorAddress } from './support/build.ts';
import { expectEvent, verdictsOf } from './support/expect-event.ts';
import { createKey, type Key } from './support/key.ts';
import { expectAccountsCounted, expectDataChecked, range } from './support/malformed.ts';
import { asReadonly, withAccount, withBytes, withoutSigner } from './support/tamper.ts';
import { FOREIGN } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const SOL = 1_000_000_000n;
const MAX_U64 = (1n << 64n) - 1n;

const world = createWorld();
const { build, addresses, keys } = world;
const { alice, bob, operator, stranger } = keys;
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

  test('the event carries what the Bettor now says', () => {
    const result = world.must(build.setDelegate(alice, DELEGATION));
    const event = { flags: 0, delegateGeneration: FOREIGN, bettor, epoch: world.slot };
    expectEvent(result, 'DelegateSet', { ...event, ...DELEGATION });
    expect([...result.returnData.slice(0, 8)]).toEqual([7, 3, 0, 0, 255, 255, 255, 255]);
  });

  test('takes every value of expiry and allowance', () => {
    const limits = { expiresAt: -(1n << 63n), allowanceSol: MAX_U64, allowanceUtility: 0n };
    world.must(build.setDelegate(alice, limits));
    expect(world.getBettor(alice)).toMatchObject({
      delegateExpiresAt: -(1n << 63n),
      allowance: [MAX_U64, 0n],
    });
    world.must(build.setDelegate(alice, { expiresAt: (1n << 63n) - 1n }));
    expect(world.getBettor(alice).delegateExpiresAt).toBe((1n << 63n) - 1n);
  });

  test('lets the new delegate bet at once, and the old one no more', () => {
    world.must(build.setDelegate(alice));
    expect(betBy(operator)).toBe('Done');
    world.must(build.setDelegate(alice, DELEGATION));
    expect(betBy(operator)).toBe('NotAuthorized');
    expect(betBy(bob)).toBe('Done');
    expect(betBy(stranger)).toBe('NotAuthorized');
  });
});

describe('a new epoch', () => {
  test('is the slot, and one more than the last if the slot does not do', () => {
    world.must(build.setDelegate(alice));
    expect(world.getBettor(alice).epoch).toBe(world.slot);
    world.must(build.setDelegate(alice));
    expect(world.getBettor(alice).epoch).toBe(world.slot + 1n);
    world.nextSlot();
    world.must(build.setDelegate(alice));
    expect(world.getBettor(alice).epoch).toBe(world.slot + 1n);
    world.advance(10n);
    world.must(build.setDelegate(alice));
    expect(world.getBettor(alice).epoch).toBe(world.slot);
  });

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

  test('leaves balances and positions alone', () => {
    world.must(build.setDelegate(alice));
    expect(betBy(operator, 2n * SOL)).toBe('Done');
    const { available, slots, openPositions } = world.getBettor(alice);
    world.must(build.setDelegate(alice, DELEGATION));
    expect(world.getBettor(alice)).toMatchObject({ available, slots, openPositions });
    expect(available).toEqual([8n * SOL, 10n * SOL]);
  });
});

describe('the allowance', () => {
  test('is used up to the last unit, and not one more', () => {
    world.must(build.setDelegate(alice, { allowanceSol: 2n * SOL }));
    expect(betBy(operator, 2n * SOL + 1n)).toBe('AllowanceExceeded');
    expect(betBy(operator, 2n * SOL - 100_000n)).toBe('Done');
    expect(betBy(operator, 100_001n)).toBe('AllowanceExceeded');
    expect(betBy(operator, 100_000n)).toBe('Done');
    expect(world.getBettor(alice).allowance[0]).toBe(0n);
  });

  test('is replaced, not added to', () => {
    world.must(build.setDelegate(alice, { allowanceSol: 5n * SOL, allowanceUtility: 4n }));
    expect(betBy(operator, 2n * SOL)).toBe('Done');
    expect(world.getBettor(alice).allowance).toEqual([3n * SOL, 4n]);
    world.must(build.setDelegate(alice, { allowanceSol: SOL, allowanceUtility: 9n }));
    expect(world.getBettor(alice).allowance).toEqual([SOL, 9n]);
    expect(betBy(operator, SOL + 1n)).toBe('AllowanceExceeded');
    expect(betBy(operator, SOL)).toBe('Done');
  });
});

describe('the expiry', () => {
  test('is the first second in which the delegate may not bet', () => {
    const expiresAt = world.now + 100n;
    world.must(build.setDelegate(alice, { expiresAt }));
    world.at(expiresAt - 1n);
    expect(betBy(operator)).toBe('Done');
    world.at(expiresAt);
    expect(betBy(operator)).toBe('DelegateExpired');
    world.advance(1n);
    expect(betBy(operator)).toBe('DelegateExpired');
    expect(world.getBettor(alice).highestBetId).toBe(1);
  });

  test('in the past gives a delegate that cannot bet', () => {
    world.must(build.setDelegate(alice, { expiresAt: world.now }));
    expect(betBy(operator)).toBe('DelegateExpired');
    world.must(build.setDelegate(alice, { expiresAt: -1n }));
    expect(betBy(operator)).toBe('DelegateExpired');
  });

  test('is moved by setting the delegate again', () => {
    world.must(build.setDelegate(alice, { expiresAt: world.now + 10n }));
    world.advance(10n);
    expect(betBy(operator)).toBe('DelegateExpired');
    world.must(build.setDelegate(alice, { expiresAt: world.now + 1n }));
    expect(betBy(operator)).toBe('Done');
  });
});

describe('revoking', () => {
  test('with the zero address leaves nobody to bet for the wallet, in a new epoch', () => {
    world.must(build.setDelegate(alice));
    const { epoch } = world.getBettor(alice);
    const result = world.must(build.setDelegate(alice, null));
    const nothing = { expiresAt: 0n, allowanceSol: 0n, allowanceUtility: 0n };
    const cleared = { delegate: NO_ADDRESS, epoch: epoch + 1n, ...nothing };
    const nobody = { flags: 0, delegateGeneration: FOREIGN, bettor };
    expectEvent(result, 'DelegateSet', { ...nobody, ...cleared });
    expect(world.getBettor(alice)).toMatchObject({
      delegate: NO_ADDRESS,
      epoch: epoch + 1n,
      delegateExpiresAt: 0n,
      allowance: [0n, 0n],
    });
    expect(betBy(operator)).toBe('NotAuthorized');
    expect(betBy(operator, SOL, { epoch, betId: 1 })).toBe('NotAuthorized');
  });

  test('leaves the wallet itself free to bet', () => {
    world.must(build.setDelegate(alice, null));
    world.bet(alice, market, Outcome.Yes, SOL);
    expect(world.getBettor(alice).available[0]).toBe(9n * SOL);
  });
});

describe('auto_withdraw', () => {
  test('alone changes the flag, and keeps the delegate, epoch, window and allowance', () => {
    world.must(build.setDelegate(alice, { ...DELEGATION, delegate: operator.address }));
    expect(betBy(operator)).toBe('Done');
    const before = world.getBettor(alice);
    world.nextSlot();

    const result = world.must(build.setAutoWithdraw(alice, true));
    expect(world.getBettor(alice)).toEqual({ ...before, flags: BETTOR_FLAGS.autoWithdraw });
    const kept = { ...DELEGATION, delegate: operator.address, allowanceSol: 2n * SOL };
    const event = { flags: 1, delegateGeneration: 0, bettor, epoch: before.epoch };
    expectEvent(result, 'DelegateSet', { ...event, ...kept });
    expect([...result.returnData.slice(0, 8)]).toEqual([7, 3, 1, 0, 0, 0, 0, 0]);
    world.must(build.setAutoWithdraw(alice, false));
    expect(world.getBettor(alice)).toEqual(before);
    expect(betBy(operator, SOL, { epoch: before.epoch, betId: 1 })).toBe('DuplicateBet');
  });

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

  test('and a delegate are set at once', () => {
    const result = world.must(both(true));
    const event = { flags: 1, delegateGeneration: FOREIGN, bettor, epoch: world.slot };
    expectEvent(result, 'DelegateSet', { ...event, ...DELEGATION });
    expect(world.getBettor(alice)).toMatchObject({ flags: 1, delegate: bob.address });
    world.must(both(false));
    expect(world.getBettor(alice)).toMatchObject({ flags: 0, epoch: world.slot + 1n });
  });
});

describe('who may', () => {
  test('nobody but the wallet: not its delegate, not its rent payer, not a stranger', () => {
    world.must(build.setDelegate(alice, DELEGATION));
    for (const other of [bob, operator, stranger]) {
      const byOther = withAccount(build.setDelegate(alice), 0, other.address);
      world.expectRefused(byOther, 'NotWallet');
      const flag = withAccount(build.setAutoWithdraw(alice, true), 0, other.address);
      world.expectRefused(flag, 'NotWallet');
    }
  });

  test('a wallet with a Bettor of its own does not set another’s', () => {
    world.bettor(bob);
    const ofAlice = withAccount(build.setDelegate(bob), 1, bettor);
    world.expectRefused(ofAlice, 'NotWallet');
  });

  test('the wallet must sign', () => {
    world.expectRefused(withoutSigner(build.setDelegate(alice), 0), 'MissingSignature');
    const unsigned = withoutSigner(build.setAutoWithdraw(alice, true), 0);
    world.expectRefused(unsigned, 'MissingSignature');
  });
});

describe('a malformed instruction', () => {
  test.each([0, 4, 5, 8, 255])('with the mask %i is refused', (mask) => {
    world.expectRefused(withBytes(both(true), 1, mask), 'InvalidInstructionData');
  });

  test.each([2, 3, 255])('with auto_withdraw %i is refused, whatever is set', (value) => {
    world.expectRefused(withBytes(both(true), 2, value), 'InvalidInstructionData');
    const flag = withBytes(build.setAutoWithdraw(alice, true), 2, value);
    world.expectRefused(flag, 'InvalidInstructionData');
    world.expectRefused(withBytes(build.setDelegate(alice), 2, value), 'InvalidInstructionData');
  });

  test('with too few or too many bytes, or a reserved one set, is refused', () => {
    expectDataChecked(world, build.setDelegate(alice), range(3, 7));
  });

  test('with too few or too many accounts is refused', () => {
    expectAccountsCounted(world, build.setDelegate(alice));
  });

  test('with an unknown tag is refused', () => {
    world.expectRefused(withBytes(build.setDelegate(alice), 0, 20), 'UnknownInstruction');
  });

  test('with a Bettor that is not writable is refused', () => {
    world.expectRefused(asReadonly(build.setDelegate(alice), 1), 'NotWritable');
  });

  test('for a wallet without a Bettor is refused', () => {
    world.expectRefused(build.setDelegate(bob), 'WrongOwner');
  });

  test('with an account of another type in the Bettor’s place is refused', () => {
    for (const other of [addresses.config, addresses.vaultSol, market]) {
      world.expectRefused(withAccount(build.setDelegate(alice), 1, other), 'WrongAccountType');
    }
  });

  test('with a copy of the Bettor that another program owns is refused', () => {
    const copy = createKey('copied bettor').address;
    world.setAccount(copy, { data: world.getData(bettor), owner: TOKEN_PROGRAM_ADDRESS });
    world.expectRefused(withAccount(build.setDelegate(alice), 1, copy), 'WrongOwner');
  });
});

/** Sets the delegate and the flag. */
function both(autoWithdraw: boolean) {
  const wallet = alice.signer;
  const { config } = addresses;
  const delegation = DELEGATION;
  return getSetDelegateInstruction({ wallet, bettor, config, delegation, autoWithdraw });
}

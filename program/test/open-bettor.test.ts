import { createHash } from 'node:crypto';
import { type Address, isOffCurveAddress } from '@solana/kit';
import { type Bettor, Currency, getBettorEncoder, NO_ADDRESS } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { deriveAddress, toAddress, toBytes } from './support/address-bytes.ts';
import { bettorAddress } from './support/build.ts';
import type { Key } from './support/key.ts';
import { withAccount } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const world = createWorld();
const { build, addresses, keys } = world;
const { alice, bob, operator, stranger } = keys;
const bettor = bettorAddress(alice);
const AUTHORITY = 1;
const BETTOR = 3;
beforeEach(() => world.reset());

describe('all is well', () => {
  test('the Bettor is empty, with its wallet, its rent payer and free slots', () => {
    world.must(build.openBettor(alice, { slots: 3 }));
    const expected = emptyBettor(alice, operator, 3);
    expect(world.getBettor(alice)).toEqual(expected);
    expect(world.getData(bettor)).toEqual(getBettorEncoder().encode(expected));
    expect(world.getData(bettor)).toHaveLength(216 + 3 * 48);
    expect(world.findAccount(bettor)?.owner).toEqual(toBytes(addresses.program));
  });

  test.each([
    ['the operator', operator],
    ['the wallet', alice],
  ])('a stranger may pay for what %s signs, and neither of them pays', (_, authority) => {
    const before = [alice, operator].map(({ address }) => world.getLamports(address));
    world.must(build.openBettor(alice, { payer: stranger, authority }));
    expect(world.getBettor(alice)).toEqual(emptyBettor(alice, stranger, 4));
    expect([alice, operator].map(({ address }) => world.getLamports(address))).toEqual(before);
  });
});

describe('who may', () => {
  test('the operator of now: a replaced one no longer, its successor', () => {
    world.must(build.updateConfig({ operator: stranger.address }));
    const byOld = build.openBettor(alice, { payer: alice });
    world.expectRefused(byOld, 'NotWalletOrOperator');
    world.must(build.openBettor(alice, { payer: alice, authority: stranger }));
  });

  test('nobody but the wallet while the operator is disabled, the zero address neither', () => {
    world.must(build.disableKeys({ operator: true }));
    world.expectRefused(build.openBettor(alice, { payer: bob }), 'NotWalletOrOperator');
    const byNobody = withAccount(build.openBettor(alice, { payer: bob }), AUTHORITY, NO_ADDRESS);
    world.expectRefused(byNobody, 'NotWalletOrOperator');
    world.must(build.openBettor(alice, { payer: bob, authority: alice }));
  });
});

describe('slots', () => {
  test.each([0, 201, 1_024, 65_535])('%i are refused', (slots) => {
    world.expectRefused(build.openBettor(alice, { slots }), 'InvalidSlotCount');
  });
});

describe('a Bettor that exists', () => {
  test('is not opened again, by whomever and with however many slots', () => {
    world.bettor(alice, { sol: 5n });
    world.expectRefused(build.openBettor(alice), 'BettorExists');
    world.expectRefused(build.openBettor(alice, { slots: 5 }), 'BettorExists');
    world.expectRefused(build.openBettor(alice, { payer: alice }), 'BettorExists');
    world.expectRefused(build.openBettor(alice, { payer: stranger }), 'BettorExists');
    expect(world.getBettor(alice).available[Currency.Sol]).toBe(5n);
  });
});

describe('a malformed instruction', () => {
  test('with an address off the curve whose bump is not the first is refused', () => {
    const second = withAccount(build.openBettor(alice), BETTOR, secondAddress(alice));
    world.expectRefused(second, 'WrongAddress');
  });
});

function emptyBettor(wallet: Key, rentPayer: Key, slots: number): Bettor {
  return {
    accountType: 3,
    version: 3,
    bump: deriveAddress(addresses.program, ['bettor', toBytes(wallet.address)]).bump,
    flags: 0,
    slotCount: slots,
    openPositions: 0,
    wallet: wallet.address,
    rentPayer: rentPayer.address,
    available: [0n, 0n],
    sweepable: [0n, 0n],
    delegate: NO_ADDRESS,
    epoch: 0n,
    delegateExpiresAt: 0n,
    allowance: [0n, 0n],
    highestBetId: 0,
    delegateGeneration: 0,
    betWindow: [0n, 0n, 0n, 0n],
    walletRent: 0n,
    slots: Array(slots).fill({ market: NO_ADDRESS, stakeYes: 0n, stakeNo: 0n }),
  };
}

/** The next bump below the canonical one that gives an address off the curve, too. */
function secondAddress(wallet: Key): Address {
  const seeds = ['bettor', toBytes(wallet.address)] as const;
  let { bump } = deriveAddress(addresses.program, seeds);
  for (;;) {
    bump -= 1;
    const hash = createHash('sha256').update(seeds[0]).update(seeds[1]).update(Uint8Array.of(bump));
    hash.update(toBytes(addresses.program)).update('ProgramDerivedAddress');
    const address = toAddress(hash.digest());
    if (isOffCurveAddress(address)) return address;
  }
}

import { createHash } from 'node:crypto';
import { type Address, isOffCurveAddress } from '@solana/kit';
import { Currency, NO_ADDRESS } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { deriveAddress, toAddress, toBytes } from './support/address-bytes.ts';
import type { Key } from './support/key.ts';
import { withAccount } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const world = createWorld();
const { build, addresses, keys } = world;
const { alice, bob, stranger } = keys;
const AUTHORITY = 1;
const BETTOR = 3;
beforeEach(() => world.reset());

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

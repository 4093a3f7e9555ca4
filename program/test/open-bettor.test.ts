import { createHash } from 'node:crypto';
import { type Address, isOffCurveAddress } from '@solana/kit';
import { beforeEach, test } from 'vitest';
import { deriveAddress, toAddress, toBytes } from './support/address-bytes.ts';
import type { Key } from './support/key.ts';
import { withAccount } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const world = createWorld();
const { build, addresses, keys } = world;
const { alice } = keys;
const BETTOR = 3;
beforeEach(() => world.reset());

test('an instruction with an address off the curve whose bump is not the first is refused', () => {
  const second = withAccount(build.openBettor(alice), BETTOR, secondAddress(alice));
  world.expectRefused(second, 'WrongAddress');
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

// The one key that is stronger than the program: while there is an upgrade authority, it can
// replace the program. `docs/threat-model.md` says who holds it; giving it up ends this.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { beforeEach, describe, expect, test } from 'vitest';
import { toBytes } from './support/address-bytes.ts';
import { addresses, keys, LOADER, SOL, setUpgradeAuthority } from './support/genesis.ts';
import { createKey, type Key } from './support/key.ts';
import { patchBytes } from './support/patch.ts';
import { createWorld, type World } from './support/world.ts';

const RENT = 'SysvarRent111111111111111111111111111111111' as Address;
const CLOCK = 'SysvarC1ock11111111111111111111111111111111' as Address;
const { alice, stranger, upgradeAuthority } = keys;
const buffer = createKey('buffer').address;

/** The first byte of the loader's ProgramData. */
const PROGRAM_DATA = 3;
const PROGRAM = readFileSync(resolve(import.meta.dirname, '../tote.so'));

/** The loader's Buffer: state 1 (u32), whether there is an authority (u8), it, the program. */
function writeBuffer(world: World, authority: Key): void {
  const head = Buffer.concat([Uint8Array.of(1, 0, 0, 0, 1), toBytes(authority.address)]);
  world.setAccount(buffer, { data: Buffer.concat([head, PROGRAM]), owner: LOADER });
}

const writable = (address: Address) => ({ address, role: AccountRole.WRITABLE });
const readable = (address: Address) => ({ address, role: AccountRole.READONLY });

const upgrade = (authority: Key): Instruction => ({
  programAddress: LOADER,
  accounts: [
    writable(addresses.programData),
    writable(addresses.program),
    writable(buffer),
    writable(stranger.address),
    readable(RENT),
    readable(CLOCK),
    { address: authority.address, role: AccountRole.READONLY_SIGNER },
  ],
  data: Uint8Array.of(3, 0, 0, 0),
});

describe('an upgrade', () => {
  let world: World;
  beforeEach(() => {
    world = createWorld();
    // The loader's account is compared from here on, like every account that was written to.
    patchBytes(world, addresses.programData, 0, [PROGRAM_DATA]);
    world.advance(10n);
  });

  test('by anybody but its authority is refused by the loader', () => {
    for (const key of [stranger, keys.admin, keys.guardian, keys.operator]) {
      writeBuffer(world, key);
      expect(world.expectFailure(upgrade(key)).error).toMatchObject({ program: LOADER });
    }
  });

  test('of a program without an authority is refused by the loader, whoever signs', () => {
    setUpgradeAuthority(world, null);
    for (const key of [upgradeAuthority, stranger, keys.admin]) {
      writeBuffer(world, key);
      const { error, logs } = world.expectFailure(upgrade(key));
      expect(error).toMatchObject({ name: 'Immutable', program: LOADER });
      expect(logs.join()).toContain('Program not upgradeable');
    }
  });
});

test('the loader takes the committed program, also with every feature of the runtime active', () => {
  const world = createWorld({ hasAllFeatures: true });
  writeBuffer(world, upgradeAuthority);
  world.bettor(alice, { sol: SOL });
  world.advance(10n);
  world.must(upgrade(upgradeAuthority));
  world.advance(10n);
  world.must(world.build.withdraw(alice, 0, SOL));
  world.expectConserved();
});

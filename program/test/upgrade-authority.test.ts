// The one key that is stronger than the program: while there is an upgrade authority, it can take
// everything. `docs/threat-model.md` says who holds it; giving it up ends this.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { beforeEach, describe, expect, test } from 'vitest';
import { toBytes } from './support/address-bytes.ts';
import { VAULT_SOL_FUNDING } from './support/books.ts';
import { addresses, keys, setUpgradeAuthority } from './support/genesis.ts';
import { createKey, type Key } from './support/key.ts';
import { patchBytes } from './support/patch.ts';
import {
  addRegister,
  assemble,
  exit,
  lamportsAt,
  loadWord,
  setRegister,
  storeWord,
  subtract,
} from './support/sbpf.ts';
import { createWorld, type World } from './support/world.ts';

const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address;
const RENT = 'SysvarRent111111111111111111111111111111111' as Address;
const CLOCK = 'SysvarC1ock11111111111111111111111111111111' as Address;
const SOL = 1_000_000_000n;
const { alice, stranger, upgradeAuthority } = keys;
const buffer = createKey('buffer').address;

const VAULT_BYTES = 152;
/** The first byte of the loader's ProgramData. */
const PROGRAM_DATA = 3;
const [THIEF, VAULT] = [lamportsAt(0), lamportsAt(1)];

/** Moves all lamports but `keep` from the second account to the first. */
const takeAll = (keep: bigint) =>
  assemble([
    loadWord(2, 1, VAULT),
    loadWord(3, 1, THIEF),
    subtract(2, Number(keep)),
    addRegister(3, 2),
    storeWord(1, THIEF, 3),
    setRegister(4, Number(keep)),
    storeWord(1, VAULT, 4),
    setRegister(0, 0),
    exit,
  ]);

/** The loader's Buffer: state 1 (u32), whether there is an authority (u8), it, the program. */
function writeBuffer(world: World, authority: Key, program: Uint8Array): void {
  const head = Buffer.concat([Uint8Array.of(1, 0, 0, 0, 1), toBytes(authority.address)]);
  world.setAccount(buffer, { data: Buffer.concat([head, program]), owner: LOADER });
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

const drain: Instruction = {
  programAddress: addresses.program,
  accounts: [writable(stranger.address), writable(addresses.vaultSol)],
  data: new Uint8Array(8),
};

describe('an upgrade', () => {
  let world: World;
  beforeEach(() => {
    // With all features the loader takes newer files than the one assembled here.
    world = createWorld({ hasAllFeatures: false });
    // The loader's account is compared from here on, like every account that was written to.
    patchBytes(world, addresses.programData, 0, [PROGRAM_DATA]);
    world.bettor(alice, { sol: 100n * SOL });
    writeBuffer(world, upgradeAuthority, takeAll(world.rent(VAULT_BYTES)));
    world.advance(10n);
  });

  test('by its authority takes every stake, and what the vault had for itself but its rent', () => {
    world.must(upgrade(upgradeAuthority));
    world.advance(10n);
    const before = world.getLamports(stranger.address);
    world.must(drain);
    const rent = world.rent(VAULT_BYTES);
    const taken = world.getLamports(stranger.address) - before;
    expect(taken).toBe(100n * SOL + VAULT_SOL_FUNDING - rent);
    expect(world.getLamports(addresses.vaultSol)).toBe(rent);
  });

  test('by anybody else is refused by the loader', () => {
    for (const key of [stranger, keys.admin, keys.guardian, keys.operator]) {
      writeBuffer(world, key, takeAll(world.rent(VAULT_BYTES)));
      expect(world.expectFailure(upgrade(key)).error).toMatchObject({ program: LOADER });
    }
    expectIntact(world);
  });

  test('of a program without an authority is refused by the loader, whoever signs', () => {
    setUpgradeAuthority(world, null);
    for (const key of [upgradeAuthority, stranger, keys.admin]) {
      writeBuffer(world, key, takeAll(world.rent(VAULT_BYTES)));
      const { error, logs } = world.expectFailure(upgrade(key));
      expect(error).toMatchObject({ name: 'Immutable', program: LOADER });
      expect(logs.join()).toContain('Program not upgradeable');
    }
    expectIntact(world);
  });
});

test('the loader takes the committed program, also with every feature of the runtime active', () => {
  const world = createWorld({ hasAllFeatures: true });
  const program = readFileSync(resolve(import.meta.dirname, '../tote.so'));
  writeBuffer(world, upgradeAuthority, program);
  world.bettor(alice, { sol: 100n * SOL });
  world.advance(10n);
  world.must(upgrade(upgradeAuthority));
  world.advance(10n);
  expectIntact(world);
});

/** The program is still ours, and Alice gets her money. */
function expectIntact(world: World): void {
  world.expectFailure(drain);
  world.must(world.build.withdraw(alice, 0, 100n * SOL));
  world.expectConserved();
}

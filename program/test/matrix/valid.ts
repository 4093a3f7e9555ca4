// What must hold of the unchanged call: it succeeds, and the premise that the program builds on
// stays true.

import { AssertionError } from 'node:assert';
import { AccountRole, type Address } from '@solana/kit';
import {
  BETTOR_ACCOUNT_TYPE,
  CONFIG_ACCOUNT_TYPE,
  MARKET_ACCOUNT_TYPE,
  VAULT_ACCOUNT_TYPE,
} from '@tote/program-client';
import { deriveAddress, type Seed } from '../support/address-bytes.ts';
import { addresses, SOL } from '../support/genesis.ts';
import { describeChanges, type Snapshot } from '../support/snapshot.ts';
import type { World } from '../support/world.ts';
import { readVerdicts, touchedBy } from './attempt.ts';
import type { Call } from './call.ts';

/** Makes the call, proves that it was accepted in full, and takes it back. */
export function expectValid(call: Call): void {
  const { fixture, stage } = call;
  const { world } = stage;
  const refused = readVerdicts(world.must(call.instruction)).filter((verdict) => verdict !== 0);
  if (refused.length > 0) {
    const message = `${fixture.instruction} (${fixture.variant}) has the verdicts ${refused}`;
    throw new AssertionError({ message });
  }
  // Before `initialize` there is no vault to hold the balances that were put on the stage.
  if (fixture.isInitialized !== false) world.expectConserved();
  expectOwnAddresses(world);
  world.restore(call.checkpoint);
}

const BUMP_OFFSET = 2;

/**
 * The program does not derive addresses again: it trusts that an account which it owns and gave a
 * type to stands where its contents say. This is that premise.
 */
function expectOwnAddresses(world: World): void {
  for (const { address, data } of world.listAccounts(addresses.program)) {
    const own = deriveAddress(addresses.program, seedsOf(data));
    if (own.address === address && own.bump === data[BUMP_OFFSET]) continue;
    throw new AssertionError({ message: `${address} holds what belongs to ${own.address}` });
  }
}

function seedsOf(data: Uint8Array): Seed[] {
  switch (data[0]) {
    case CONFIG_ACCOUNT_TYPE:
      return ['config'];
    case VAULT_ACCOUNT_TYPE:
      return ['vault', data.slice(3, 4)];
    case BETTOR_ACCOUNT_TYPE:
      return ['bettor', data.slice(8, 40)];
    case MARKET_ACCOUNT_TYPE:
      return ['market', data.slice(136, 168), data.slice(120, 128), data.slice(48, 56)];
    default:
      throw new AssertionError({ message: `an account of the program has type ${data[0]}` });
  }
}

// Anybody can send lamports to an address that does not exist yet. That must not keep the account
// from being created there, nor change what it becomes.
/** Makes the call with lamports at each address that it creates an account at. */
export function expectPrefundedWorks(call: Call): void {
  const { world } = call.stage;
  const created = call.slots
    .filter(({ type }) => type === 'nothing')
    .map(({ index }) => call.instruction.accounts[index]?.address as Address);
  if (created.length === 0) return;
  const expected = makeCall(call);
  for (const address of created) {
    const rent = expected.get(address)?.lamports ?? 0n;
    for (const lamports of [1n, rent - 1n, rent, 10n * SOL]) {
      world.setLamports(address, lamports);
      expectSame(call, address, makeCall(call), expected);
    }
  }
}

/** What the call leaves behind, without who pays: a payer pays less. */
function makeCall({ stage: { world }, instruction, checkpoint }: Call): Snapshot {
  world.must(instruction);
  const after = world.snapshot(touchedBy(world, instruction));
  world.restore(checkpoint);
  after.delete(world.feePayer.address);
  for (const { address, role } of instruction.accounts) {
    if (role === AccountRole.WRITABLE_SIGNER) after.delete(address);
  }
  return after;
}

function expectSame(call: Call, address: Address, actual: Snapshot, expected: Snapshot): void {
  const [created, usual] = [actual.get(address), expected.get(address)];
  if (!created || !usual) throw new AssertionError({ message: `${address} was not created` });
  // More than the rent stays where somebody left it.
  if (created.lamports > usual.lamports) created.lamports = usual.lamports;
  const changes = describeChanges(expected, actual);
  if (changes.length === 0) return;
  const message = `prefunded, ${call.fixture.instruction} differs:\n  ${changes.join('\n  ')}`;
  throw new AssertionError({ message });
}

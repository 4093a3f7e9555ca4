// Anybody can send lamports to an address that does not exist yet. That must not keep the account
// from being created there, nor change what it becomes.
import { AssertionError } from 'node:assert';
import { AccountRole, type Address } from '@solana/kit';
import { describeChanges, type Snapshot } from '../support/snapshot.ts';
import { readAccounts, touchedBy } from './accounts-touched.ts';
import type { Call } from './call.ts';
import { SOL } from './stage.ts';

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
  const after = readAccounts(world, touchedBy(world, instruction));
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

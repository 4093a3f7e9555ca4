import { AccountRole, type Address } from '@solana/kit';
import type { ProgramInstruction } from '@tote/program-client';
import type { Snapshot } from '../support/snapshot.ts';
import type { World } from '../support/world.ts';

/** All that a call can change, and first of all who pays its fee. */
export function touchedBy(world: World, { accounts }: ProgramInstruction): Address[] {
  const writable = accounts.filter(({ role }) => role & AccountRole.WRITABLE);
  return [world.feePayer.address, ...writable.map(({ address }) => address)];
}

export function readAccounts(world: World, addresses: readonly Address[]): Snapshot {
  const snapshot: Snapshot = new Map();
  for (const address of addresses) {
    const account = world.findAccount(address);
    if (!account) continue;
    const { lamports, owner, data } = account;
    snapshot.set(address, { lamports, owner: Buffer.from(owner), data: Buffer.from(data) });
  }
  return snapshot;
}

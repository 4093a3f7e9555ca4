// Programs of the upgradeable loader: a program account points to a data account with the code.

import { decodeBase58 } from '@tote/lib/base58';
import type { Account, MaybeAccount } from './account.ts';
import { type Key, keyBytes, toKey } from './key.ts';
import { COMPUTE_BUDGET } from './known-addresses.ts';
import type { Execution } from './vm.ts';
import type { WireTransaction } from './wire.ts';

const LOADER = toKey(decodeBase58('BPFLoaderUpgradeab1e11111111111111111111111', 32) as Uint8Array);
/** State (u32), slot (u64), whether there is an authority (u8), the authority, then the code. */
const DATA_HEAD_BYTES = 45;
const STATE_PROGRAM_DATA = 3;
const AUTHORITY_OFFSET = 12;

export const isProgram = ({ owner, isExecutable, data }: Account) =>
  owner === LOADER && isExecutable && data.length >= 36;

/**
 * Whether only one program ran, and not one of the runtime's own. Only an account's owner can give
 * it another owner, and only while its data is zero. So after such a transaction data that is not
 * zero has the same owner as before: another owner, which could have written it, did not run.
 */
export function ranOneProgram(
  { instructions }: WireTransaction,
  { inner }: Execution,
  keys: readonly Key[],
  getAccount: (address: Key) => MaybeAccount,
): boolean {
  if (inner.some((list) => list.length > 0)) return false;
  const programs = new Set(instructions.map(({ programIndex }) => keys[programIndex] as Key));
  programs.delete(COMPUTE_BUDGET);
  const [only] = programs;
  if (programs.size !== 1 || only === undefined) return false;
  const program = getAccount(only);
  return program !== null && isProgram(program);
}

export const programDataOf = ({ data }: Account): Key => toKey(data.subarray(4, 36));

export const programElf = ({ data }: Account): Uint8Array => data.subarray(DATA_HEAD_BYTES);

/** A program's data account with this upgrade authority; without one it is immutable. */
export function withAuthority(account: Account, authority: Key | undefined): Account {
  const data = Buffer.from(account.data);
  data.writeUInt32LE(STATE_PROGRAM_DATA);
  data.writeUInt8(authority ? 1 : 0, AUTHORITY_OFFSET);
  data.set(authority ? keyBytes(authority) : new Uint8Array(32), AUTHORITY_OFFSET + 1);
  return { ...account, data: new Uint8Array(data) };
}

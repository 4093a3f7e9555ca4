// Programs of the upgradeable loader: a program account points to a data account with the code.
import type { Account } from './account.ts';
import { type Key, keyBytes, toKey, UPGRADEABLE_LOADER } from './key.ts';

/** State (u32), slot (u64), whether there is an authority (u8), the authority, then the code. */
const DATA_HEAD_BYTES = 45;
const STATE_PROGRAM_DATA = 3;
const AUTHORITY_OFFSET = 12;

export const isProgram = ({ owner, isExecutable, data }: Account) =>
  owner === UPGRADEABLE_LOADER && isExecutable && data.length >= 36;

export const programDataOf = ({ data }: Account): Key => toKey(data.subarray(4, 36));

export const programElf = ({ data }: Account): Uint8Array => data.subarray(DATA_HEAD_BYTES);

export function withAuthority(account: Account, authority: Key | undefined): Account {
  const data = Buffer.from(account.data);
  data.writeUInt32LE(STATE_PROGRAM_DATA);
  data.writeUInt8(authority ? 1 : 0, AUTHORITY_OFFSET);
  data.set(authority ? keyBytes(authority) : new Uint8Array(32), AUTHORITY_OFFSET + 1);
  return { ...account, data: new Uint8Array(data) };
}

// Accounts, and their packed form in the ledger.
import type { Key } from './key.ts';

/** An account. Where `null` stands in its place, the account does not exist. */
export interface Account {
  lamports: bigint;
  owner: Key;
  data: Uint8Array;
  isExecutable: boolean;
}

export type MaybeAccount = Account | null;

/** Accounts that were written, by address. */
export type AccountMap = Map<Key, MaybeAccount>;

const HEAD_BYTES = 32 + 32 + 8 + 1 + 4;

/** Packs accounts into one byte array. A missing account has no lamports and no data. */
export function packAccounts(accounts: AccountMap): Uint8Array {
  let size = 0;
  for (const account of accounts.values()) size += HEAD_BYTES + (account?.data.length ?? 0);
  // Not from Node's buffer pool: posting it to another thread copies the whole underlying buffer.
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const [address, account] of accounts) {
    at += bytes.write(address, at, 32, 'latin1');
    at += account ? bytes.write(account.owner, at, 32, 'latin1') : fillZero(bytes, at);
    at = bytes.writeBigUInt64LE(account?.lamports ?? 0n, at);
    at = bytes.writeUInt8(account?.isExecutable ? 1 : 0, at);
    at = bytes.writeUInt32LE(account?.data.length ?? 0, at);
    if (account) {
      bytes.set(account.data, at);
      at += account.data.length;
    }
  }
  return bytes;
}

function fillZero(bytes: Buffer, at: number): number {
  bytes.fill(0, at, at + 32);
  return 32;
}

export function* unpackAccounts(packed: Uint8Array): Iterable<[Key, MaybeAccount]> {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  let at = 0;
  while (at < bytes.length) {
    const address = bytes.toString('latin1', at, at + 32) as Key;
    const owner = bytes.toString('latin1', at + 32, at + 64) as Key;
    const lamports = bytes.readBigUInt64LE(at + 64);
    const isExecutable = bytes[at + 72] === 1;
    const length = bytes.readUInt32LE(at + 73);
    at += HEAD_BYTES;
    const data = Uint8Array.prototype.slice.call(bytes, at, at + length);
    at += length;
    yield [address, lamports === 0n ? null : { lamports, owner, data, isExecutable }];
  }
}

export function isSameAccount(a: MaybeAccount, b: MaybeAccount): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.isExecutable === b.isExecutable &&
    Buffer.compare(a.data, b.data) === 0
  );
}

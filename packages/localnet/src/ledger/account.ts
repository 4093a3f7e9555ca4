import { applyPatch, findChanges, patchBytes, type Range, writePatch } from './data-patch.ts';
import { type Key, SYSTEM_PROGRAM } from './key.ts';

/** An account. Where `null` stands in its place, the account does not exist. */
export interface Account {
  lamports: bigint;
  owner: Key;
  data: Uint8Array;
  isExecutable: boolean;
}

export type MaybeAccount = Account | null;

export const systemAccount = (lamports: bigint): Account => ({
  lamports,
  owner: SYSTEM_PROGRAM,
  data: new Uint8Array(),
  isExecutable: false,
});

export type AccountMap = Map<Key, MaybeAccount>;

/** Address, owner, lamports, flags, and the length of what follows. */
const HEAD_BYTES = 32 + 32 + 8 + 1 + 4;
const EXECUTABLE = 1;
const PATCH = 2;

const noAccount = () => null;

/**
 * Packs accounts into one byte array. A missing account has no lamports and no data. If `before`
 * returns what the account was, only the ranges of its data that have changed are packed: a
 * transaction changes a few bytes of each account.
 */
export function packAccounts(
  accounts: AccountMap,
  before: (address: Key) => MaybeAccount = noAccount,
): Uint8Array {
  let size = 0;
  const patches: (Range[] | undefined)[] = [];
  for (const [address, account] of accounts) {
    const patch = account ? findChanges(before(address)?.data, account.data) : undefined;
    patches.push(patch);
    size += HEAD_BYTES + (patch ? patchBytes(patch) : (account?.data.length ?? 0));
  }
  // Not from Node's buffer pool: posting it to another thread copies the whole underlying buffer.
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  let index = 0;
  for (const [address, account] of accounts) {
    const patch = patches[index++];
    const length = patch ? patchBytes(patch) : (account?.data.length ?? 0);
    at += bytes.write(address, at, 32, 'latin1');
    at += account ? bytes.write(account.owner, at, 32, 'latin1') : fillZero(bytes, at);
    at = bytes.writeBigUInt64LE(account?.lamports ?? 0n, at);
    at = bytes.writeUInt8((account?.isExecutable ? EXECUTABLE : 0) | (patch ? PATCH : 0), at);
    at = bytes.writeUInt32LE(length, at);
    if (patch && account) writePatch(bytes, at, patch, account.data);
    else if (account) bytes.set(account.data, at);
    at += length;
  }
  return bytes;
}

function fillZero(bytes: Buffer, at: number): number {
  bytes.fill(0, at, at + 32);
  return 32;
}

/**
 * Unpacks accounts. `base` returns an account as it was before; its data is changed in place if
 * only the changes were packed.
 */
export function* unpackAccounts(
  packed: Uint8Array,
  base: (address: Key) => MaybeAccount = noAccount,
): Iterable<[Key, MaybeAccount]> {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  let at = 0;
  while (at < bytes.length) {
    const address = bytes.toString('latin1', at, at + 32) as Key;
    const owner = bytes.toString('latin1', at + 32, at + 64) as Key;
    const lamports = bytes.readBigUInt64LE(at + 64);
    const flags = bytes.readUInt8(at + 72);
    const length = bytes.readUInt32LE(at + 73);
    at += HEAD_BYTES;
    const body = bytes.subarray(at, at + length);
    at += length;
    if (lamports === 0n) {
      yield [address, null];
      continue;
    }
    const isPatch = (flags & PATCH) !== 0;
    const data = isPatch ? applyPatch(base(address)?.data, body) : new Uint8Array(body);
    yield [address, { lamports, owner, data, isExecutable: (flags & EXECUTABLE) !== 0 }];
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

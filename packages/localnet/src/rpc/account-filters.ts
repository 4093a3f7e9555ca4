import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { decodeBase58 } from '@tote/chain/lib/base58';
import type { Account } from '../ledger/account.ts';
import type { Key } from '../ledger/key.ts';
import type { Commitment, Ledger } from '../ledger/ledger.ts';
import { DATA_BYTES_MAX, dataOffset } from './account-view.ts';
import { decodeBase64 } from './encodings.ts';
import { malformed, oneOf, optional, u64, wrongType } from './params.ts';
import { invalidParams } from './rpc-error.ts';
import { isLiveTokenAccount } from './token-view.ts';

const FILTERS_MAX = 4;
const MEMCMP_BYTES_MAX = 128;
/** Up to this many candidates are checked one by one instead of using another index. */
const CANDIDATES_FEW = 64;

export type Filter =
  | { kind: 'dataSize'; size: bigint }
  | { kind: 'memcmp'; offset: number; bytes: Uint8Array }
  | { kind: 'tokenAccountState' };

type Memcmp = Extract<Filter, { kind: 'memcmp' }>;

export function readFilters(value: unknown): Filter[] {
  const given = optional(value, (list) => {
    if (!Array.isArray(list)) throw wrongType(list, 'a sequence');
    return list;
  });
  if (!given) return [];
  const filters = given.map(readFilter);
  if (filters.length > FILTERS_MAX) {
    throw invalidParams(`Too many filters provided; max ${FILTERS_MAX}`);
  }
  return filters;
}

function readFilter(value: unknown): Filter {
  if (value === 'tokenAccountState') return { kind: 'tokenAccountState' };
  if (typeof value !== 'object' || value === null) throw wrongType(value, 'enum RpcFilterType');
  const [entry, ...others] = Object.entries(value);
  if (!entry || others.length > 0)
    throw malformed('invalid value: map, expected map with a single key');
  const [kind, content] = entry;
  switch (oneOf(kind, ['dataSize', 'memcmp', 'tokenAccountState'])) {
    case 'dataSize':
      return { kind: 'dataSize', size: u64(content) };
    case 'memcmp':
      return readMemcmp(content);
    case 'tokenAccountState':
      return { kind: 'tokenAccountState' };
  }
}

function readMemcmp(value: unknown): Memcmp {
  if (typeof value !== 'object' || value === null) throw wrongType(value, 'struct Memcmp');
  const { offset, bytes, encoding } = value as Record<string, unknown>;
  if (offset === undefined) throw malformed('missing field `offset`');
  if (bytes === undefined) throw malformed('missing field `bytes`');
  const read = readBytes(bytes, encoding);
  if (read.length > MEMCMP_BYTES_MAX) throw invalidParams('Invalid param: DataTooLarge');
  return { kind: 'memcmp', offset: dataOffset(offset), bytes: read };
}

const BASE58_CHARACTERS_MAX = 175;

function readBytes(value: unknown, encodingName: unknown): Uint8Array {
  const encoding = optional(encodingName, (name) => oneOf(name, ['base58', 'base64', 'bytes']));
  if (Array.isArray(value)) {
    const isBytes = value.every((byte) => Number(byte) >= 0 && Number(byte) <= 255);
    if (!isBytes) throw malformed('data did not match any variant of untagged enum DataType');
    return Uint8Array.from(value, Number);
  }
  if (typeof value !== 'string') {
    throw malformed('data did not match any variant of untagged enum DataType');
  }
  if (encoding === 'base64') {
    const bytes = decodeBase64(value);
    if (!bytes) throw invalidParams('Invalid param: Base64DecodeError');
    return bytes;
  }
  if (value.length > BASE58_CHARACTERS_MAX) throw invalidParams('Invalid param: DataTooLarge');
  const bytes = decodeBase58(value, BASE58_CHARACTERS_MAX);
  if (!bytes) throw invalidParams('Invalid param: Base58DecodeError');
  return bytes;
}

export const passes = (account: Account, filters: readonly Filter[]): boolean =>
  filters.every((filter) => passesOne(account, filter));

function passesOne(account: Account, filter: Filter): boolean {
  switch (filter.kind) {
    case 'dataSize':
      return BigInt(account.data.length) === filter.size;
    case 'tokenAccountState':
      return isLiveTokenAccount(account);
    case 'memcmp':
      return hasBytes(account, filter);
  }
}

function hasBytes({ data }: Account, { offset, bytes }: Memcmp): boolean {
  if (offset + bytes.length > data.length) return false;
  return Buffer.compare(data.subarray(offset, offset + bytes.length), bytes) === 0;
}

export function findAccounts(
  ledger: Ledger,
  owner: Key,
  filters: readonly Filter[],
  commitment: Commitment,
): [Key, Account][] {
  const found = new Map<Key, Account>();
  const consider = (address: Key) => {
    const account = ledger.getAccount(address, commitment);
    if (account?.owner === owner && passes(account, filters)) found.set(address, account);
  };
  for (const address of candidates(ledger, owner, filters)) consider(address);
  // The index has the current state. These accounts may differ at the commitment.
  for (const address of ledger.changedSince(commitment)) consider(address);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** How many accounts are read at a time. Other requests run in between. */
const READ_AT_ONCE = 1_000;

/** Loads accounts from disk into the cache, so that `findAccounts` is quick. */
export async function readAhead(
  { accounts }: Ledger,
  owner: Key,
  filters: readonly Filter[],
): Promise<void> {
  const addresses = candidates({ accounts }, owner, filters);
  if (addresses.size <= READ_AT_ONCE) return;
  let read = 0;
  // A copy: accounts may come and go meanwhile.
  for (const address of [...addresses]) {
    accounts.now(address);
    read += 1;
    if (read % READ_AT_ONCE === 0) await yieldToEventLoop();
  }
}

/** Uses the index of the longest comparison first, and others if that leaves too many. */
function candidates(
  ledger: Pick<Ledger, 'accounts'>,
  owner: Key,
  filters: readonly Filter[],
): ReadonlySet<Key> {
  const { index } = ledger.accounts;
  const comparisons = filters
    .filter((filter): filter is Memcmp => filter.kind === 'memcmp' && filter.bytes.length > 0)
    .sort((a, b) => b.bytes.length - a.bytes.length);
  if (comparisons.some(({ offset }) => offset > DATA_BYTES_MAX)) return new Set();
  let best: ReadonlySet<Key> | undefined;
  for (const { offset, bytes } of comparisons) {
    const set = index.find(owner, offset, bytes);
    if (!best || set.size < best.size) best = set;
    if (best.size <= CANDIDATES_FEW) break;
  }
  return best ?? index.addresses(owner);
}

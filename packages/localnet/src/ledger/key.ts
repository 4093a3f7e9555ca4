// Inside the chain an address or a signature is a binary string: cheap to make from bytes and to
// use as a map key. Base58 is used only in requests and responses.
import { decodeBase58 } from '@tote/chain/lib/base58';

export type Key = string & { readonly __brand: 'Key' };

// Called on any bytes: wrapping them in a Buffer first costs more than reading them.
const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

export const toKey = (bytes: Uint8Array, start = 0, end = bytes.length): Key =>
  latin1Slice.call(bytes, start, end) as Key;

export const keyBytes = (key: Key): Buffer => Buffer.from(key, 'latin1');

export const knownKey = (address: string) => toKey(decodeBase58(address, 32) as Uint8Array);

export const SYSTEM_PROGRAM = toKey(new Uint8Array(32));
export const UPGRADEABLE_LOADER = knownKey('BPFLoaderUpgradeab1e11111111111111111111111');
export const CLOCK_SYSVAR = knownKey('SysvarC1ock11111111111111111111111111111111');
export const SLOT_HASHES_SYSVAR = knownKey('SysvarS1otHashes111111111111111111111111111');
export const COMPUTE_BUDGET_PROGRAM = knownKey('ComputeBudget111111111111111111111111111111');

// Converts addresses to bytes and back. Both are cached: the same few thousand repeat.
import type { Address } from '@solana/kit';
import { decodeBase58Exactly, encodeBase58 } from './lib/base58.ts';

const ADDRESS_BYTES = 32;
/** About 20 MB when full. */
const CACHE_ENTRIES_MAX = 50_000;

const bytesOf = new Map<string, Uint8Array>();
const addressOf = new Map<string, Address>();

/** The 32 bytes of an address. Shared, so they must not be written to. */
export function addressToBytes(address: string): Uint8Array {
  const known = bytesOf.get(address);
  if (known) return known;
  const bytes = decodeBase58Exactly(address, ADDRESS_BYTES);
  if (!bytes) throw new RangeError(`addressToBytes: ${address} is not an address`);
  addToCache(bytesOf, address, bytes);
  return bytes;
}

export function bytesToAddress(bytes: Uint8Array): Address {
  if (bytes.length !== ADDRESS_BYTES) throw new RangeError('bytesToAddress: 32 bytes are needed');
  const name = Buffer.from(bytes.buffer, bytes.byteOffset, ADDRESS_BYTES).toString('latin1');
  const known = addressOf.get(name);
  if (known) return known;
  const address = encodeBase58(bytes) as Address;
  addToCache(addressOf, name, address);
  return address;
}

/** Clears the cache when it is full, which is simpler than an LRU. It fills again soon. */
function addToCache<T>(cache: Map<string, T>, name: string, value: T): void {
  if (cache.size >= CACHE_ENTRIES_MAX) cache.clear();
  cache.set(name, value);
}

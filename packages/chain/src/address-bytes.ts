// Addresses to bytes and back. The same few thousand come again and again, so both are kept.
import type { Address } from '@solana/kit';
import { decodeBase58Exactly, encodeBase58 } from '@tote/lib/base58';

const ADDRESS_BYTES = 32;
/** About 20 MB when full. */
const KEPT_MAX = 50_000;

const bytesOf = new Map<string, Uint8Array>();
const addressOf = new Map<string, Address>();

/** The 32 bytes of an address. Not to be written to. */
export function addressToBytes(address: string): Uint8Array {
  const known = bytesOf.get(address);
  if (known) return known;
  const bytes = decodeBase58Exactly(address, ADDRESS_BYTES);
  if (!bytes) throw new RangeError(`addressToBytes: ${address} is not an address`);
  remember(bytesOf, address, bytes);
  return bytes;
}

export function bytesToAddress(bytes: Uint8Array): Address {
  if (bytes.length !== ADDRESS_BYTES) throw new RangeError('bytesToAddress: 32 bytes are needed');
  const name = Buffer.from(bytes.buffer, bytes.byteOffset, ADDRESS_BYTES).toString('latin1');
  const known = addressOf.get(name);
  if (known) return known;
  const address = encodeBase58(bytes) as Address;
  remember(addressOf, name, address);
  return address;
}

/** Forgets everything when full: simpler than an order of use, and the next ones come back. */
function remember<T>(kept: Map<string, T>, name: string, value: T): void {
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(name, value);
}

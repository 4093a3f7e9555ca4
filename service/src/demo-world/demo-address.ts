import { createHash } from 'node:crypto';
import { type Address, getAddressDecoder } from '@solana/kit';

/** Derived from the name, the same on every demo chain. Nobody has its private key. */
export function demoAddress(name: string): Address {
  return getAddressDecoder().decode(createHash('sha256').update(`Tote demo: ${name}`).digest());
}

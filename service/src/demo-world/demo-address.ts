import { createHash } from 'node:crypto';
import { type Address, getAddressDecoder } from '@solana/kit';

/** The same for the same name, on every demo chain. Nobody has a key for it. */
export function demoAddress(name: string): Address {
  return getAddressDecoder().decode(createHash('sha256').update(`Tote demo: ${name}`).digest());
}

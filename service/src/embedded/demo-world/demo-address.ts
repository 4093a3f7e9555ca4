import { type Address, getAddressDecoder } from '@solana/kit';
import { sha256 } from '@tote/chain/lib/sha256';

/** Derived from the name, the same on every demo chain. Nobody has its private key. */
export function demoAddress(name: string): Address {
  return getAddressDecoder().decode(sha256(`Tote demo: ${name}`));
}

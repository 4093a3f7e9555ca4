import { type Address, getAddressDecoder } from '@solana/kit';
import { sha256 } from '@tote/lib/sha256';

/** The same for the same name, on every demo chain. Nobody has a key for it. */
export function demoAddress(name: string): Address {
  return getAddressDecoder().decode(sha256(`Tote demo: ${name}`));
}

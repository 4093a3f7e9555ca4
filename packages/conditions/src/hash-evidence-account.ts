import type { ReadonlyUint8Array } from '@solana/kit';
import { sha256Hex } from '@tote/lib/sha256';
import { READABLE_BYTES_MAX } from '@tote/oracles/account-snapshot';

/** As the program hashes the account that decides a fact, in hex. */
export function hashEvidenceAccount(data: ReadonlyUint8Array): string {
  const hashed = Uint8Array.from(data.slice(0, READABLE_BYTES_MAX));
  return sha256Hex(hashed);
}

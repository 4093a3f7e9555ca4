import type { ReadonlyUint8Array } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import { READABLE_BYTES_MAX } from './oracles/account-snapshot.ts';

/** As the program hashes the account that decides a fact, in hex. */
export function hashEvidenceAccount(data: ReadonlyUint8Array): string {
  return sha256Hex(data.slice(0, READABLE_BYTES_MAX));
}

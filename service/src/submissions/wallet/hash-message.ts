import type { ReadonlyUint8Array } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256';

/** The key under which a prepared message is stored. */
export function hashMessage(message: ReadonlyUint8Array): string {
  return sha256Hex(message as Uint8Array);
}

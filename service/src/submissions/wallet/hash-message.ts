import type { ReadonlyUint8Array } from '@solana/kit';
import { sha256Hex } from '@tote/lib/sha256';

/** By it a prepared message is found again. */
export function hashMessage(message: ReadonlyUint8Array): string {
  return sha256Hex(message as Uint8Array);
}

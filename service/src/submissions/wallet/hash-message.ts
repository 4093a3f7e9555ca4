import { createHash } from 'node:crypto';
import type { ReadonlyUint8Array } from '@solana/kit';

/** The key under which a prepared message is stored. */
export function hashMessage(message: ReadonlyUint8Array): string {
  return createHash('sha256')
    .update(message as Uint8Array)
    .digest('hex');
}

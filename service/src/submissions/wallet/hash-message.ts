import { createHash } from 'node:crypto';
import type { ReadonlyUint8Array } from '@solana/kit';

/** By it a prepared message is remembered. */
export function hashMessage(message: ReadonlyUint8Array): string {
  return createHash('sha256')
    .update(message as Uint8Array)
    .digest('hex');
}

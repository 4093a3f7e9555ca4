import { sha256 } from '@tote/chain/lib/sha256';
import type { Platform } from '../embedded/platform.ts';

/**
 * Equal on every replica and not stored: it is derived from the key of the keeper, which stays
 * when the operator's key is rotated.
 */
export function deriveSecret({ keys }: Pick<Platform, 'keys'>, what: string): Uint8Array {
  const signature = keys.keeper.sign(Buffer.from(`Tote: the secret of ${what}, version 1`));
  return sha256(signature);
}

import { type Key, keyFromSeed } from '@tote/chain/key';
import { sha256 } from '@tote/chain/lib/sha256';
import type { WantedUpdate } from '@tote/conditions/oracles/price-updates';

/**
 * The key of the account for an update. It follows from the payer's key, so after a crash, and on
 * every replica, the same update has the same account: nothing is posted or paid for twice. Only
 * who has the payer's key can make the signature that it is derived from, which is never shown.
 */
export function deriveUpdateKey(
  payer: Pick<Key, 'sign'>,
  { receiver, feedId, moment }: Pick<WantedUpdate, 'receiver' | 'feedId' | 'moment'>,
): Promise<Key> {
  const text = `Tote: the account of the price update ${receiver} ${feedId} ${moment}`;
  return keyFromSeed(sha256(payer.sign(Buffer.from(text))));
}

import { DomainError, unixSecondsAt } from '@tote/domain';
import { type Caller, requireScope } from '../auth/caller.ts';
import {
  type ApiKeyRecord,
  revokeApiKey as revokeStoredKey,
  toApiKeyRecord,
} from '../store/journal/api-keys.ts';
import type { Store } from '../store/store.ts';

/**
 * Takes along the keys that were made with it. Returns after every reachable replica was notified.
 * Any key may revoke itself.
 */
export async function revokeApiKey(
  context: { store: Store; wallMs: () => number },
  caller: Caller,
  id: string,
): Promise<ApiKeyRecord> {
  const { store, wallMs } = context;
  if (caller.apiKeyId !== id) requireScope(caller, 'manage');
  const at = unixSecondsAt(wallMs());
  const { wallet } = caller;
  const revoked = await store.write((db) => revokeStoredKey(db, { id, wallet, at }));
  // The same answer for another wallet's key, so that nobody learns that it exists.
  if (!revoked) throw new DomainError('resource_not_found', { resource: 'API key' });
  for (const one of revoked.ids) await store.notify('api-key', one);
  return toApiKeyRecord(revoked.key);
}

import { DomainError } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import { deleteWebhook as deleteStored, type Webhook } from '../store/journal/webhooks.ts';
import type { Store } from '../store/store.ts';

/** An event that is being sent may still arrive. */
export async function deleteWebhook(
  { store }: { readonly store: Store },
  caller: Caller,
  id: string,
): Promise<Webhook> {
  const { wallet } = caller;
  const deleted = await store.write((db) => deleteStored(db, { id, wallet }));
  // The same answer for another wallet's webhook, so that nobody learns that it exists.
  if (!deleted) throw new DomainError('resource_not_found', { resource: 'webhook' });
  await store.notify('webhook', id);
  return deleted;
}

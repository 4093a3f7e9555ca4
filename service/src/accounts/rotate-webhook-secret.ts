import { addSeconds, DomainError, unixSecondsAt } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import { deriveSecret, formatSecret, hashSecret } from '../feed/webhooks/signature.ts';
import { findWebhook, rotateSecret, type Webhook } from '../store/journal/webhooks.ts';
import { claimKey } from '../submissions/idempotency.ts';
import type { Idempotency } from '../submissions/idempotency-key.ts';
import type { WebhookContext } from './create-webhook.ts';

/** How long events are signed with both secrets. */
const BOTH_SECONDS = 24 * 60 * 60;

/** A retry with the same Idempotency-Key gets the same secret. */
export async function rotateWebhookSecret(
  { store, wallMs, webhookSecret }: WebhookContext,
  caller: Caller,
  id: string,
  idempotency?: Idempotency,
): Promise<{ webhook: Webhook; secret: string }> {
  const { wallet } = caller;
  const now = unixSecondsAt(wallMs());
  const rotated = await store.write(async (db) => {
    const known = await findWebhook(db, id);
    if (known?.wallet !== wallet) {
      throw new DomainError('resource_not_found', { resource: 'webhook' });
    }
    const generation = known.generation + 1;
    const reference = `${id}.${generation}`;
    const claimed = idempotency
      ? await claimKey(db, { wallet, request: idempotency, reference, wallMs: wallMs() })
      : reference;
    if (claimed !== reference) return { webhook: known, generation: generationOf(claimed) };
    const secretHash = hashSecret(deriveSecret(webhookSecret, id, generation));
    const previousUntil = addSeconds(now, BOTH_SECONDS);
    const change = { id, generation, secretHash, previousUntil };
    await rotateSecret(db, change);
    return { webhook: { ...known, ...change }, generation };
  });
  await store.notify('webhook', id);
  const secret = deriveSecret(webhookSecret, id, rotated.generation);
  return { webhook: rotated.webhook, secret: formatSecret(secret) };
}

const generationOf = (reference: string) => Number(reference.split('.').at(-1));

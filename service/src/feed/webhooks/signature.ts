// Secrets and signatures as the Standard Webhooks specification has them. A secret is derived from
// the id of its webhook, so a copy of the database does not contain it.
import { createHmac, randomBytes } from 'node:crypto';
import { sha256Hex } from '@tote/chain/lib/sha256';

const ID_BYTES = 12;

/** 32 bytes. `secret` is that of the service, the same on every replica. */
export function deriveSecret(secret: Uint8Array, id: string, generation: number): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([id, generation]))
    .digest();
}

export const formatSecret = (secret: Uint8Array) =>
  `whsec_${Buffer.from(secret).toString('base64')}`;

export const hashSecret = (secret: Uint8Array) => sha256Hex(secret);

export const createWebhookId = () => `whk_${randomBytes(ID_BYTES).toString('base64url')}`;

/** One signature per secret: while secrets are rotated, receivers may know either. */
export function signatureHeaders(
  secrets: readonly Uint8Array[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

import type { ApiKeyRecord } from '../../store/journal/api-keys.ts';
import type { Webhook } from '../../store/journal/webhooks.ts';
import type { ApiKeyResponse, WebhookResponse } from '../schemas/account.ts';

export function presentApiKey({ scopes, isRevoked, ...record }: ApiKeyRecord): ApiKeyResponse {
  return { ...record, scopes: [...scopes], revoked: isRevoked };
}

export function presentWebhook(webhook: Webhook): WebhookResponse {
  const { types, markets, createdAt, endedAt, endReason, failures, nextTryMs } = webhook;
  return {
    ...{ id: webhook.id, url: webhook.url, createdAt, endedAt, endReason, failures },
    types: types && [...types],
    markets: markets && [...markets],
    ownWallet: webhook.isOwnWallet,
    state: endedAt !== null ? 'ended' : failures > 0 ? 'failing' : 'active',
    lastEventId: String(webhook.lastEventId),
    nextTryAt: nextTryMs === null || endedAt !== null ? null : new Date(nextTryMs).toISOString(),
    previousSecretUntil: webhook.previousUntil,
  };
}

import { formatInstant, type UnixSeconds } from '@tote/domain';
import type { Delivery, Webhook } from '../../use-cases/access.ts';
import type { DeliveryResponse, WebhookResponse } from '../schemas/webhook.ts';

export function presentWebhook(webhook: Webhook): WebhookResponse {
  const { id, url, types, markets, endReason, failures, nextTryMs } = webhook;
  return {
    ...{ id, url, endReason, failures },
    types: types && [...types],
    markets: markets && [...markets],
    ownWallet: webhook.isOwnWallet,
    state: stateOf(webhook),
    createdAt: formatInstant(webhook.createdAt),
    endedAt: instantOrNull(webhook.endedAt),
    lastEventId: String(webhook.lastEventId),
    nextTryAt: nextTryMs === null || webhook.endedAt !== null ? null : toIso(nextTryMs),
    previousSecretUntil: instantOrNull(webhook.previousUntil),
  };
}

function stateOf({ endedAt, failures }: Webhook): WebhookResponse['state'] {
  if (endedAt !== null) return 'ended';
  return failures > 0 ? 'failing' : 'active';
}

export function presentDelivery({ atMs, ...delivery }: Delivery): DeliveryResponse {
  return { ...delivery, at: toIso(atMs) };
}

const toIso = (ms: number) => new Date(ms).toISOString();
const instantOrNull = (at: UnixSeconds | null) => (at === null ? null : formatInstant(at));

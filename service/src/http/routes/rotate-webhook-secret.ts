import { callerOf } from '../access.ts';
import { presentWebhook } from '../presenters/account.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { WebhookSecretResponse } from '../schemas/account.ts';

export const rotateWebhookSecret = defineRoute('POST /v1/webhooks/:webhookId/secret', {
  tag: 'Feed',
  summary: 'Get a new secret; for a day, events are also signed with the old one',
  worksEverywhere: true,
  scope: 'manage',
  keepsKey: true,
  response: WebhookSecretResponse,
  errors: ['resource_not_found'],
  async handle({ commands }, request) {
    const { webhookId } = request.params;
    const idempotency = idempotencyOf(request);
    const rotated = await commands.rotateWebhookSecret(callerOf(request), webhookId, idempotency);
    return { secret: rotated.secret, ...presentWebhook(rotated.webhook) };
  },
});

import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { idempotencyOf } from '../idempotency.ts';
import { describeOperation } from '../operation.ts';
import { presentWebhook } from '../presenters/webhook.ts';
import type { RouteContext } from '../route-context.ts';
import { WebhookSecretResponse } from '../schemas/webhook.ts';
import { checkWebhookId } from './webhook-of.ts';

export function rotateWebhookSecretRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, access } = context;
  app.post<{ Params: { webhookId: string } }>(
    '/webhooks/:webhookId/secret',
    {
      ...describeOperation({
        id: 'rotateWebhookSecret',
        tag: 'Feed',
        summary: 'Get a new secret; for a day events are signed with the old one, too',
        credential: 'required',
        params: ['webhookId'],
        keepsKey: true,
        responses: { 200: WebhookSecretResponse },
        // A body is not needed, but one that is sent is parsed.
        errors: [
          ...(['resource_not_found', 'body_malformed', 'body_too_large'] as const),
          ...(['content_type_unsupported', 'idempotency_key_malformed'] as const),
          'idempotency_key_reused',
        ],
      }),
      preValidation: access.required('manage'),
    },
    async (request): Promise<WebhookSecretResponse> => {
      const id = checkWebhookId(request.params.webhookId);
      const idempotency = idempotencyOf(request);
      const rotated = await commands.rotateWebhookSecret(callerOf(request), id, idempotency);
      return { secret: rotated.secret, ...presentWebhook(rotated.webhook) };
    },
  );
}

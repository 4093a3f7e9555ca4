import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { limitedNetworkOf } from '../client-address.ts';
import { idempotencyOf } from '../idempotency.ts';
import { describeOperation } from '../operation.ts';
import { presentWebhook } from '../presenters/webhook.ts';
import type { RouteContext } from '../route-context.ts';
import { CreateWebhookBody, WebhookSecretResponse } from '../schemas/webhook.ts';

export function createWebhookRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, access } = context;
  app.post<{ Body: CreateWebhookBody }>(
    '/webhooks',
    {
      ...describeOperation({
        id: 'createWebhook',
        tag: 'Feed',
        summary: 'Have events posted to an address of yours',
        credential: 'required',
        body: CreateWebhookBody,
        keepsKey: true,
        responses: { 200: WebhookSecretResponse },
        errors: [
          ...(['webhook_address_refused', 'webhooks_too_many', 'webhooks_full'] as const),
          ...(['characters_not_allowed', 'market_not_found', 'bettor_missing'] as const),
          'fields_exclusive',
        ],
      }),
      preValidation: access.required('manage'),
    },
    async (request): Promise<WebhookSecretResponse> => {
      const address = limitedNetworkOf(request, context.isLoopbackLimited);
      const input = { ...request.body, address };
      const idempotency = idempotencyOf(request);
      const created = await commands.createWebhook(callerOf(request), input, idempotency);
      return { secret: created.secret, ...presentWebhook(created.webhook) };
    },
  );
}

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentWebhook } from '../presenters/webhook.ts';
import type { RouteContext } from '../route-context.ts';
import { WebhookResponse } from '../schemas/webhook.ts';

export function listWebhooksRoute(app: FastifyInstance, { queries, access }: RouteContext): void {
  app.get(
    '/webhooks',
    {
      ...describeOperation({
        id: 'listWebhooks',
        tag: 'Feed',
        summary: 'List the webhooks of your wallet, without their secrets',
        credential: 'required',
        responses: { 200: Type.Array(WebhookResponse) },
      }),
      preValidation: access.required('manage'),
    },
    async (request): Promise<WebhookResponse[]> => {
      const webhooks = await queries.listWebhooks(callerOf(request));
      return webhooks.map(presentWebhook);
    },
  );
}

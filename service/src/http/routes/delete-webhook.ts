import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentWebhook } from '../presenters/webhook.ts';
import type { RouteContext } from '../route-context.ts';
import { WebhookResponse } from '../schemas/webhook.ts';
import { checkWebhookId } from './webhook-of.ts';

export function deleteWebhookRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, access } = context;
  app.delete<{ Params: { webhookId: string } }>(
    '/webhooks/:webhookId',
    {
      ...describeOperation({
        id: 'deleteWebhook',
        tag: 'Feed',
        summary: 'Delete a webhook; nothing is sent any more',
        credential: 'required',
        params: ['webhookId'],
        responses: { 200: WebhookResponse },
        // A body is not needed, but one that is sent is parsed.
        errors: [
          ...(['resource_not_found', 'body_malformed', 'body_too_large'] as const),
          'content_type_unsupported',
        ],
      }),
      preValidation: access.required('manage'),
    },
    async (request): Promise<WebhookResponse> => {
      const id = checkWebhookId(request.params.webhookId);
      return presentWebhook(await commands.deleteWebhook(callerOf(request), id));
    },
  );
}

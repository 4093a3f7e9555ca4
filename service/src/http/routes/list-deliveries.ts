import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentDelivery } from '../presenters/webhook.ts';
import type { RouteContext } from '../route-context.ts';
import { DeliveryResponse } from '../schemas/webhook.ts';
import { checkWebhookId } from './webhook-of.ts';

export function listDeliveriesRoute(app: FastifyInstance, { queries, access }: RouteContext): void {
  app.get<{ Params: { webhookId: string } }>(
    '/webhooks/:webhookId/deliveries',
    {
      ...describeOperation({
        id: 'listDeliveries',
        tag: 'Feed',
        summary: 'List the last 50 attempts to deliver to a webhook, newest first',
        credential: 'required',
        params: ['webhookId'],
        responses: { 200: Type.Array(DeliveryResponse) },
        errors: ['resource_not_found'],
      }),
      preValidation: access.required('manage'),
    },
    async (request): Promise<DeliveryResponse[]> => {
      const id = checkWebhookId(request.params.webhookId);
      const deliveries = await queries.listDeliveries(callerOf(request), id);
      return deliveries.map(presentDelivery);
    },
  );
}

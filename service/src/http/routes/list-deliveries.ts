import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { defineRoute } from '../route.ts';
import { orNull, response, timeOut } from '../schemas/fragments.ts';

const DeliveryResponse = response({
  eventId: Type.String(),
  type: Type.String(),
  attempt: Type.Integer(),
  at: timeOut(),
  tookMs: Type.Integer(),
  status: orNull(Type.Integer(), {
    description: 'HTTP status of the answer; null if there was none.',
  }),
  failure: orNull(Type.String(), { description: 'Null: the event was taken.' }),
});

export const listDeliveries = defineRoute('GET /v1/webhooks/:webhookId/deliveries', {
  tag: 'Feed',
  summary: 'List the last 50 attempts to deliver to a webhook, newest first',
  scope: 'manage',
  response: Type.Array(DeliveryResponse),
  errors: ['resource_not_found'],
  async handle({ queries }, request) {
    const deliveries = await queries.listDeliveries(callerOf(request), request.params.webhookId);
    return deliveries.map(({ atMs, ...delivery }) => {
      return { ...delivery, at: new Date(atMs).toISOString() };
    });
  },
});

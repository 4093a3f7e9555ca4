import { callerOf } from '../access.ts';
import { presentWebhook } from '../presenters/account.ts';
import { defineRoute } from '../route.ts';
import { WebhookResponse } from '../schemas/account.ts';

export const deleteWebhook = defineRoute('DELETE /v1/webhooks/:webhookId', {
  tag: 'Feed',
  summary: 'Delete a webhook and stop sending to it',
  worksEverywhere: true,
  scope: 'manage',
  response: WebhookResponse,
  errors: ['resource_not_found'],
  handle: async ({ commands }, request) =>
    presentWebhook(await commands.deleteWebhook(callerOf(request), request.params.webhookId)),
});

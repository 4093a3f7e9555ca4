import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { presentWebhook } from '../presenters/account.ts';
import { defineRoute } from '../route.ts';
import { WebhookResponse } from '../schemas/account.ts';

export const listWebhooks = defineRoute('GET /v1/webhooks', {
  tag: 'Feed',
  summary: 'List the webhooks of your wallet, without their secrets',
  scope: 'manage',
  response: Type.Array(WebhookResponse),
  handle: async ({ queries }, request) =>
    (await queries.listWebhooks(callerOf(request))).map(presentWebhook),
});

import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import { EVENTS, type FeedType } from '../../feed/events.ts';
import { callerOf } from '../access.ts';
import { limitedNetworkOf } from '../client-address.ts';
import { presentWebhook } from '../presenters/account.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { WebhookResponse, WebhookSecretResponse } from '../schemas/account.ts';
import {
  body,
  choiceIn,
  flag,
  marketIdIn,
  orNull,
  response,
  textIn,
  timeOut,
} from '../schemas/fragments.ts';
import { UNUSED_BODY_ERRORS } from './shared-errors.ts';

/** Every webhook gets `feed.reset` anyway. */
const TYPES = (Object.keys(EVENTS) as FeedType[]).filter((type) => type !== 'feed.reset');

const CreateWebhookBody = body({
  url: textIn(
    1,
    LIMITS.webhookUrlCharactersMax,
    'Where events are posted. Must be a public HTTPS URL.',
  ),
  types: Type.Optional(
    Type.Array(choiceIn(TYPES), {
      ...{ minItems: 1, uniqueItems: true },
      description: 'Only events of these types; default: all.',
    }),
  ),
  markets: Type.Optional(
    Type.Array(marketIdIn(), {
      ...{ minItems: 1, maxItems: LIMITS.webhookMarketsMax, uniqueItems: true },
      description: 'Only events of these markets; default: all.',
    }),
  ),
  ownWallet: Type.Optional(
    flag(
      'Only what concerns your wallet or the markets in which it has a stake, like the filter ' +
        '`wallet` of the streams. Not with `markets`.',
    ),
  ),
});

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

export const WEBHOOK_ROUTES = {
  createWebhook: defineRoute('POST /v1/webhooks', {
    tag: 'Feed',
    summary: 'Create a webhook: events are posted to your address',
    scope: 'manage',
    body: CreateWebhookBody,
    keepsKey: true,
    response: WebhookSecretResponse,
    errors: [
      'webhook_address_refused',
      'webhooks_too_many',
      'webhooks_full',
      'characters_not_allowed',
      'market_not_found',
      'bettor_missing',
      'fields_exclusive',
    ],
    async handle({ commands, isLoopbackLimited }, request) {
      const input = { ...request.body, address: limitedNetworkOf(request, isLoopbackLimited) };
      const idempotency = idempotencyOf(request);
      const created = await commands.createWebhook(callerOf(request), input, idempotency);
      return { secret: created.secret, ...presentWebhook(created.webhook) };
    },
  }),

  listWebhooks: defineRoute('GET /v1/webhooks', {
    tag: 'Feed',
    summary: 'List the webhooks of your wallet, without their secrets',
    scope: 'manage',
    response: Type.Array(WebhookResponse),
    handle: async ({ queries }, request) =>
      (await queries.listWebhooks(callerOf(request))).map(presentWebhook),
  }),

  listDeliveries: defineRoute('GET /v1/webhooks/:webhookId/deliveries', {
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
  }),

  rotateWebhookSecret: defineRoute('POST /v1/webhooks/:webhookId/secret', {
    tag: 'Feed',
    summary: 'Get a new secret; for a day, events are also signed with the old one',
    worksEverywhere: true,
    scope: 'manage',
    keepsKey: true,
    response: WebhookSecretResponse,
    errors: ['resource_not_found', ...UNUSED_BODY_ERRORS],
    async handle({ commands }, request) {
      const { webhookId } = request.params;
      const idempotency = idempotencyOf(request);
      const rotated = await commands.rotateWebhookSecret(callerOf(request), webhookId, idempotency);
      return { secret: rotated.secret, ...presentWebhook(rotated.webhook) };
    },
  }),

  deleteWebhook: defineRoute('DELETE /v1/webhooks/:webhookId', {
    tag: 'Feed',
    summary: 'Delete a webhook and stop sending to it',
    worksEverywhere: true,
    scope: 'manage',
    response: WebhookResponse,
    errors: ['resource_not_found', ...UNUSED_BODY_ERRORS],
    handle: async ({ commands }, request) =>
      presentWebhook(await commands.deleteWebhook(callerOf(request), request.params.webhookId)),
  }),
};

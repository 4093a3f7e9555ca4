import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import { EVENTS, type FeedType } from '../../feed/events.ts';
import { callerOf } from '../access.ts';
import { limitedNetworkOf } from '../client-address.ts';
import { presentWebhook } from '../presenters/account.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { WebhookSecretResponse } from '../schemas/account.ts';
import { body, choiceIn, flag, marketIdIn, textIn } from '../schemas/fragments.ts';

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

export const createWebhook = defineRoute('POST /v1/webhooks', {
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
});

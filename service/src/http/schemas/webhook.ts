import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import { EVENTS, type FeedType } from '../../feed/events.ts';
import {
  body,
  choiceIn,
  choiceOut,
  instantOut,
  marketIdIn,
  orNull,
  response,
  type Static,
  textIn,
} from './fragments.ts';

/** Each webhook gets `feed.reset`, if there is something to reset. */
const TYPES = (Object.keys(EVENTS) as FeedType[]).filter((type) => type !== 'feed.reset');

export const CreateWebhookBody = body({
  url: textIn(
    1,
    LIMITS.webhookUrlCharactersMax,
    'Where events are posted to. It begins with https:// and leads to a public address.',
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
    Type.Boolean({
      description:
        'Only what concerns your wallet or the markets in which it has a stake, like the filter ' +
        '`wallet` of the streams. Not with `markets`.',
    }),
  ),
});
export type CreateWebhookBody = Static<typeof CreateWebhookBody>;

const webhook = {
  id: Type.String(),
  url: Type.String(),
  types: orNull(Type.Array(Type.String()), { description: 'Null: all.' }),
  markets: orNull(Type.Array(Type.String()), { description: 'Null: all.' }),
  ownWallet: Type.Boolean(),
  state: choiceOut(['active', 'failing', 'ended'], 'Ended: nothing is sent any more.'),
  endReason: orNull(Type.String()),
  createdAt: instantOut(),
  endedAt: orNull(instantOut()),
  lastEventId: Type.String({ description: 'Everything up to this event was sent.' }),
  failures: Type.Integer({ description: 'Attempts for the event that is next.' }),
  nextTryAt: orNull(instantOut()),
  previousSecretUntil: orNull(instantOut('Until when the secret before is used, too.')),
};

export const WebhookResponse = response(webhook);
export type WebhookResponse = Static<typeof WebhookResponse>;

export const WebhookSecretResponse = response({
  secret: Type.String({ description: 'Shown only now. Store it. Begins with whsec_.' }),
  ...webhook,
});
export type WebhookSecretResponse = Static<typeof WebhookSecretResponse>;

export const DeliveryResponse = response({
  eventId: Type.String(),
  type: Type.String(),
  attempt: Type.Integer(),
  at: instantOut(),
  tookMs: Type.Integer(),
  status: orNull(Type.Integer(), { description: 'Of the answer; null if there was none.' }),
  failure: orNull(Type.String(), { description: 'Null: the event was taken.' }),
});
export type DeliveryResponse = Static<typeof DeliveryResponse>;

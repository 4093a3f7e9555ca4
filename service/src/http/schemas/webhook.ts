import { Type } from '@sinclair/typebox';
import { choiceOut, instantOut, orNull, response, type Static, timeOut } from './fragments.ts';

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
  nextTryAt: orNull(timeOut()),
  previousSecretUntil: orNull(instantOut('Until when the secret before is used, too.')),
};

export const WebhookResponse = response(webhook);
export type WebhookResponse = Static<typeof WebhookResponse>;

export const WebhookSecretResponse = response({
  secret: Type.String({ description: 'Shown only now. Store it. Begins with whsec_.' }),
  ...webhook,
});

import { Type } from '@sinclair/typebox';
import { SCOPES } from '@tote/domain';
import * as s from './fragments.ts';

const apiKey = {
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(s.choiceOut(SCOPES)),
  createdAt: s.instantOut(),
  expiresAt: s.orNull(s.instantOut()),
  lastUsedAt: s.orNull(s.instantOut()),
  revoked: Type.Boolean(),
};

export const ApiKeyResponse = s.named('ApiKey', s.response(apiKey));
export type ApiKeyResponse = s.Static<typeof ApiKeyResponse>;

export const CreatedApiKeyResponse = s.named(
  'CreatedApiKey',
  s.response({ key: s.text('Shown only once. Store it.'), ...apiKey }),
);

const webhook = {
  id: Type.String(),
  url: Type.String(),
  types: s.orNull(Type.Array(Type.String()), { description: 'Null: all.' }),
  markets: s.orNull(Type.Array(Type.String()), { description: 'Null: all.' }),
  ownWallet: Type.Boolean(),
  state: s.choiceOut(['active', 'failing', 'ended'], 'Ended: nothing more is sent.'),
  endReason: s.orNull(Type.String()),
  createdAt: s.instantOut(),
  endedAt: s.orNull(s.instantOut()),
  lastEventId: s.text('Everything up to this event was sent.'),
  failures: s.integer('Failed attempts to deliver the next event.'),
  nextTryAt: s.orNull(s.timeOut()),
  previousSecretUntil: s.orNull(s.instantOut('Until when the previous secret is also used.')),
};

export const WebhookResponse = s.response(webhook);
export type WebhookResponse = s.Static<typeof WebhookResponse>;

export const WebhookSecretResponse = s.response({
  secret: s.text('Shown only now. Store it. Begins with whsec_.'),
  ...webhook,
});

import { Type } from '@sinclair/typebox';
import { SCOPES } from '@tote/domain';
import { choiceOut, instantOut, named, orNull, response, type Static } from './fragments.ts';

const apiKey = {
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(choiceOut(SCOPES)),
  createdAt: instantOut(),
  expiresAt: orNull(instantOut()),
  lastUsedAt: orNull(instantOut()),
  revoked: Type.Boolean(),
};

export const ApiKeyResponse = named('ApiKey', response(apiKey));
export type ApiKeyResponse = Static<typeof ApiKeyResponse>;

export const CreatedApiKeyResponse = named(
  'CreatedApiKey',
  response({ key: Type.String({ description: 'Shown only once. Store it.' }), ...apiKey }),
);

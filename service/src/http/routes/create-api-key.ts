import { Type } from '@sinclair/typebox';
import { SCOPES, type UnixSeconds } from '@tote/domain';
import { callerOf } from '../access.ts';
import { limitedNetworkOf } from '../client-address.ts';
import { presentApiKey } from '../presenters/account.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { CreatedApiKeyResponse } from '../schemas/account.ts';
import { body, choiceIn, fragment, named, textIn } from '../schemas/fragments.ts';

const NAME_CHARACTERS_MAX = 100;

const CreateApiKeyBody = body({
  name: textIn(1, NAME_CHARACTERS_MAX, 'What the key is for.'),
  scopes: Type.Array(choiceIn(SCOPES), { minItems: 1, uniqueItems: true }),
  expiresAt: Type.Optional(
    fragment<UnixSeconds | null>('instantOrNull', {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the key expires; default: never.',
    }),
  ),
});

export const createApiKey = defineRoute('POST /v1/api-keys', {
  tag: 'Account',
  summary: 'Create an API key for your wallet',
  worksEverywhere: true,
  scope: 'manage',
  body: named('ApiKeyRequest', CreateApiKeyBody),
  keepsKey: true,
  response: CreatedApiKeyResponse,
  errors: [
    'timestamp_malformed',
    'characters_not_allowed',
    'api_keys_too_many',
    'wallet_not_operator',
  ],
  async handle({ commands, isLoopbackLimited }, request) {
    const { name, scopes, expiresAt = null } = request.body;
    const address = limitedNetworkOf(request, isLoopbackLimited);
    const input = { name, scopes, expiresAt, address };
    const idempotency = idempotencyOf(request);
    const { key, record } = await commands.createApiKey(callerOf(request), input, idempotency);
    return { key, ...presentApiKey(record) };
  },
});

import { callerOf } from '../access.ts';
import { presentApiKey } from '../presenters/account.ts';
import { defineRoute } from '../route.ts';
import { ApiKeyResponse } from '../schemas/account.ts';

export const revokeApiKey = defineRoute('DELETE /v1/api-keys/:keyId', {
  tag: 'Account',
  summary: 'Revoke an API key and the keys that it made, permanently',
  worksEverywhere: true,
  // The command asks for the scope, unless a key revokes itself.
  credential: 'required',
  response: ApiKeyResponse,
  errors: ['resource_not_found'],
  handle: async ({ commands }, request) =>
    presentApiKey(await commands.revokeApiKey(callerOf(request), request.params.keyId)),
});

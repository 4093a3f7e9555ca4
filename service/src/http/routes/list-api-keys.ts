import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { presentApiKey } from '../presenters/account.ts';
import { defineRoute } from '../route.ts';
import { ApiKeyResponse } from '../schemas/account.ts';

export const listApiKeys = defineRoute('GET /v1/api-keys', {
  tag: 'Account',
  summary: 'List the API keys of your wallet, without their secrets',
  scope: 'manage',
  response: Type.Array(ApiKeyResponse),
  handle: async ({ queries }, request) =>
    (await queries.listApiKeys(callerOf(request))).map(presentApiKey),
});

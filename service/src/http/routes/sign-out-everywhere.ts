import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { presentApiKey } from '../presenters/account.ts';
import { defineRoute } from '../route.ts';
import { ApiKeyResponse } from '../schemas/account.ts';

export const signOutEverywhere = defineRoute('DELETE /v1/sign-in', {
  tag: 'Account',
  summary: 'Revoke the keys of all sign-ins of your wallet; with one of them, or `manage`',
  worksEverywhere: true,
  // The command asks for the scope, unless the key came from a sign-in.
  credential: 'required',
  response: Type.Array(ApiKeyResponse),
  handle: async ({ commands }, request) =>
    (await commands.signOutEverywhere(callerOf(request))).map(presentApiKey),
});

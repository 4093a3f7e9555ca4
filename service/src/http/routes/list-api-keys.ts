import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentApiKey } from '../presenters/account.ts';
import type { RouteContext } from '../route-context.ts';
import { ApiKeyResponse } from '../schemas/account.ts';

export function listApiKeysRoute(app: FastifyInstance, { queries, access }: RouteContext): void {
  app.get(
    '/api-keys',
    {
      ...describeOperation({
        id: 'listApiKeys',
        tag: 'Account',
        summary: 'List the API keys of your wallet, without their secrets',
        credential: 'required',
        responses: { 200: Type.Array(ApiKeyResponse) },
      }),
      preValidation: access.required('manage'),
    },
    async (request): Promise<ApiKeyResponse[]> => {
      const records = await queries.listApiKeys(callerOf(request));
      return records.map(presentApiKey);
    },
  );
}

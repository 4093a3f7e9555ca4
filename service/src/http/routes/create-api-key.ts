import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { limitedNetworkOf } from '../client-address.ts';
import { idempotencyOf } from '../idempotency.ts';
import { describeOperation } from '../operation.ts';
import { presentApiKey } from '../presenters/account.ts';
import type { RouteContext } from '../route-context.ts';
import { CreateApiKeyBody, CreatedApiKeyResponse } from '../schemas/account.ts';

export function createApiKeyRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, access } = context;
  app.post<{ Body: CreateApiKeyBody }>(
    '/api-keys',
    {
      ...describeOperation({
        id: 'createApiKey',
        tag: 'Account',
        summary: 'Create an API key for your wallet',
        credential: 'required',
        body: CreateApiKeyBody,
        keepsKey: true,
        responses: { 200: CreatedApiKeyResponse },
        errors: ['timestamp_malformed', 'characters_not_allowed', 'api_keys_too_many'],
      }),
      preValidation: access.required('manage'),
    },
    async (request): Promise<CreatedApiKeyResponse> => {
      const { name, scopes, expiresAt = null } = request.body;
      const address = limitedNetworkOf(request, context.isLoopbackLimited);
      const input = { name, scopes, expiresAt, address };
      const idempotency = idempotencyOf(request);
      const { key, record } = await commands.createApiKey(callerOf(request), input, idempotency);
      return { key, ...presentApiKey(record) };
    },
  );
}

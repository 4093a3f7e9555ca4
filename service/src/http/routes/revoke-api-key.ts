import { DomainError } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { isApiKeyId } from '../ids.ts';
import { describeOperation } from '../operation.ts';
import { presentApiKey } from '../presenters/account.ts';
import type { RouteContext } from '../route-context.ts';
import { ApiKeyResponse } from '../schemas/account.ts';

export function revokeApiKeyRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, access } = context;
  app.delete<{ Params: { keyId: string } }>(
    '/api-keys/:keyId',
    {
      ...describeOperation({
        id: 'revokeApiKey',
        tag: 'Account',
        summary: 'Revoke an API key and the keys that it made, permanently',
        credential: 'required',
        params: ['keyId'],
        responses: { 200: ApiKeyResponse },
        // A body is not needed, but one that is sent is parsed.
        errors: [
          'resource_not_found',
          'body_malformed',
          'body_too_large',
          'content_type_unsupported',
        ],
      }),
      // The command asks for the scope, unless a key revokes itself.
      preValidation: access.required(),
    },
    async (request): Promise<ApiKeyResponse> => {
      const { keyId } = request.params;
      if (!isApiKeyId(keyId)) throw new DomainError('resource_not_found', { resource: 'API key' });
      return presentApiKey(await commands.revokeApiKey(callerOf(request), keyId));
    },
  );
}

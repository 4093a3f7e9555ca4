import type { FastifyInstance } from 'fastify';
import { limitedNetworkOf } from '../client-address.ts';
import { idempotencyOf } from '../idempotency.ts';
import { describeOperation } from '../operation.ts';
import { presentApiKey } from '../presenters/account.ts';
import type { RouteContext } from '../route-context.ts';
import { SignedInResponse, SignInBody } from '../schemas/account.ts';

export function signInRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, isLoopbackLimited } = context;
  app.post<{ Body: SignInBody }>(
    '/sign-in',
    {
      ...describeOperation({
        id: 'signIn',
        tag: 'Account',
        summary: 'Get an API key of 7 days for a message of `solana:signIn`',
        credential: 'none',
        body: SignInBody,
        responses: { 200: SignedInResponse },
        errors: [
          ...(['credential_invalid', 'sign_in_invalid', 'address_invalid'] as const),
          ...(['characters_not_allowed', 'api_keys_too_many'] as const),
        ],
      }),
    },
    async (request): Promise<SignedInResponse> => {
      const address = limitedNetworkOf(request, isLoopbackLimited);
      const signed = await commands.signIn({ ...request.body, address }, idempotencyOf(request));
      const { wallet, key, record } = signed;
      return { wallet, key, ...presentApiKey(record) };
    },
  );
}

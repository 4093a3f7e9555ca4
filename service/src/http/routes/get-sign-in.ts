import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import type { RouteContext } from '../route-context.ts';
import { SignInInputResponse } from '../schemas/account.ts';

export function getSignInRoute(app: FastifyInstance, { commands }: RouteContext): void {
  app.get(
    '/sign-in',
    {
      ...describeOperation({
        id: 'getSignIn',
        tag: 'Account',
        summary: 'What a page hands to `solana:signIn` of a wallet',
        credential: 'none',
        responses: { 200: SignInInputResponse },
      }),
    },
    async (request, reply): Promise<SignInInputResponse> => {
      reply.header('cache-control', 'no-store');
      const input = commands.offerSignIn(request.headers.origin);
      return { ...input, resources: [...input.resources] };
    },
  );
}

import type { FastifyInstance } from 'fastify';
import { walletOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentPrepared } from '../presenters/transaction.ts';
import type { RouteContext } from '../route-context.ts';
import { PrepareAccountBody } from '../schemas/account.ts';
import { PreparedTransactionResponse } from '../schemas/transaction.ts';
import { ACCOUNT_ERRORS, PREPARE_ERRORS } from './shared-errors.ts';

export function prepareAccountRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, access } = context;
  app.post<{ Body: PrepareAccountBody }>(
    '/account/transactions',
    {
      ...describeOperation({
        id: 'prepareAccountTransaction',
        tag: 'Account',
        summary: 'Prepare an account transaction for your wallet to sign',
        credential: 'optional',
        body: PrepareAccountBody,
        responses: { 200: PreparedTransactionResponse },
        errors: [...ACCOUNT_ERRORS, ...PREPARE_ERRORS],
      }),
      preValidation: access.optional,
      preHandler: context.limitPrepares,
    },
    async (request): Promise<PreparedTransactionResponse> => {
      const { wallet, actions, ...options } = request.body;
      const owner = walletOf(request, wallet);
      return presentPrepared(await commands.prepareAccount(owner, actions, options));
    },
  );
}

import type { FastifyInstance } from 'fastify';
import { walletOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentPrepared } from '../presenters/transaction.ts';
import type { RouteContext } from '../route-context.ts';
import { PrepareBetBody } from '../schemas/bet.ts';
import { PreparedTransactionResponse } from '../schemas/transaction.ts';
import { checkMarketId } from './market-of.ts';
import { BET_ERRORS, PREPARE_ERRORS } from './shared-errors.ts';

export function prepareBetRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, access } = context;
  app.post<{ Params: { marketId: string }; Body: PrepareBetBody }>(
    '/markets/:marketId/bets/prepare',
    {
      ...describeOperation({
        id: 'prepareBet',
        tag: 'Bets',
        summary: 'Prepare a bet as a transaction for your wallet to sign',
        credential: 'optional',
        params: ['marketId'],
        body: PrepareBetBody,
        responses: { 200: PreparedTransactionResponse },
        errors: [...BET_ERRORS, ...PREPARE_ERRORS],
      }),
      preValidation: access.optional,
      preHandler: context.limitPrepares,
    },
    async (request): Promise<PreparedTransactionResponse> => {
      const { wallet, feePayer, transactionVersion, ...bet } = request.body;
      const marketId = checkMarketId(request.params.marketId);
      const input = { ...bet, marketId };
      const bettor = walletOf(request, wallet);
      const options = { feePayer, transactionVersion };
      return presentPrepared(await commands.prepareBet(bettor, input, options));
    },
  );
}

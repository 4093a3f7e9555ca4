import type { FastifyInstance } from 'fastify';
import { walletOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentPrepared } from '../presenters/transaction.ts';
import type { RouteContext } from '../route-context.ts';
import { PrepareVetoBody } from '../schemas/bet.ts';
import { PreparedTransactionResponse } from '../schemas/transaction.ts';
import { checkMarketId } from './market-of.ts';
import { PREPARE_ERRORS } from './shared-errors.ts';

export function prepareVetoRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, access } = context;
  app.post<{ Params: { marketId: string }; Body: PrepareVetoBody }>(
    '/markets/:marketId/veto/prepare',
    {
      ...describeOperation({
        id: 'prepareVeto',
        tag: 'Markets',
        summary: 'Prepare the veto of an outcome as a transaction for the guardian to sign',
        credential: 'optional',
        params: ['marketId'],
        body: PrepareVetoBody,
        responses: { 200: PreparedTransactionResponse },
        errors: [
          'market_not_found',
          'guardian_required',
          'outcome_missing',
          'veto_time_over',
          'market_vetoed',
          'chain_unavailable',
          ...PREPARE_ERRORS,
        ],
      }),
      preValidation: access.optional,
    },
    async (request): Promise<PreparedTransactionResponse> => {
      const { wallet, feePayer, transactionVersion } = request.body;
      const marketId = checkMarketId(request.params.marketId);
      const guardian = walletOf(request, wallet);
      const options = { feePayer, transactionVersion };
      return presentPrepared(await commands.prepareVeto(guardian, marketId, options));
    },
  );
}

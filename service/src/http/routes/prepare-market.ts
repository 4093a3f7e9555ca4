import type { FastifyInstance } from 'fastify';
import { walletOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentPrepared } from '../presenters/transaction.ts';
import type { RouteContext } from '../route-context.ts';
import { PrepareMarketBody } from '../schemas/market.ts';
import { PreparedMarketResponse } from '../schemas/transaction.ts';
import { toCreateMarketInput } from './create-market-input.ts';
import { CREATION_ERRORS, PREPARE_ERRORS, STAKE_ERRORS } from './shared-errors.ts';

export function prepareMarketRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, access } = context;
  app.post<{ Body: PrepareMarketBody }>(
    '/markets/prepare',
    {
      ...describeOperation({
        id: 'prepareMarket',
        tag: 'Markets',
        summary: 'Prepare the creation of a market as a transaction for your wallet to sign',
        credential: 'optional',
        body: PrepareMarketBody,
        responses: { 200: PreparedMarketResponse },
        errors: [...CREATION_ERRORS, ...STAKE_ERRORS, ...PREPARE_ERRORS, 'rent_limit_reached'],
      }),
      preValidation: access.optional,
      preHandler: context.limitPrepares,
    },
    async (request): Promise<PreparedMarketResponse> => {
      const { wallet, feePayer, transactionVersion, ...market } = request.body;
      const input = toCreateMarketInput(market);
      const options = { feePayer, transactionVersion };
      const prepared = await commands.prepareMarket(walletOf(request, wallet), input, options);
      const { marketId, warnings } = prepared;
      return { ...presentPrepared(prepared), marketId, warnings: [...warnings] };
    },
  );
}

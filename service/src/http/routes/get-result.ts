import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentMarketResult } from '../presenters/market-result.ts';
import type { RouteContext } from '../route-context.ts';
import { MarketResultResponse } from '../schemas/market.ts';
import { checkMarketId } from './market-of.ts';

export function getResultRoute(app: FastifyInstance, context: RouteContext): void {
  const { queries, access } = context;
  app.get<{ Params: { marketId: string } }>(
    '/markets/:marketId/result',
    {
      ...describeOperation({
        id: 'getResult',
        tag: 'Markets',
        summary: 'Get what a resolved market pays you',
        credential: 'required',
        params: ['marketId'],
        responses: { 200: MarketResultResponse },
        errors: ['market_not_found', 'result_not_ready'],
      }),
      preValidation: access.required('read'),
    },
    async (request): Promise<MarketResultResponse> => {
      const marketId = checkMarketId(request.params.marketId);
      const result = await queries.getResult(marketId, callerOf(request).wallet);
      return presentMarketResult(result, queries.config().decimals);
    },
  );
}

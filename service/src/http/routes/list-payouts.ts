import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentPayout } from '../presenters/receipt.ts';
import type { RouteContext } from '../route-context.ts';
import { PageQuery } from '../schemas/query.ts';
import { PayoutResponse } from '../schemas/receipt.ts';
import { getMarketOf } from './market-of.ts';

export function listPayoutsRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Params: { marketId: string }; Querystring: PageQuery }>(
    '/markets/:marketId/payouts',
    describeOperation({
      id: 'listPayouts',
      tag: 'Markets',
      summary: 'List the payouts of a resolved market',
      params: ['marketId'],
      query: PageQuery,
      responses: { 200: Type.Array(PayoutResponse) },
      errors: ['market_not_found', 'result_not_ready', 'limit_out_of_range', 'offset_out_of_range'],
    }),
    async ({ params, query }): Promise<PayoutResponse[]> => {
      const { id: marketId, currency } = await getMarketOf(queries, params.marketId);
      const { limit = LIMITS.pageSizeDefault, offset = 0 } = query;
      const payouts = await queries.listPayouts({ marketId, limit, offset });
      const decimals = queries.config().decimals[currency];
      return payouts.map((payout) => presentPayout(payout, decimals));
    },
  );
}

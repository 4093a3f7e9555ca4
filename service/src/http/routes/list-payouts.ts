import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentPayout } from '../presenters/receipt.ts';
import type { RouteContext } from '../route-context.ts';
import { PAGE_ERRORS, PayoutPageQuery } from '../schemas/query.ts';
import { PayoutResponse } from '../schemas/receipt.ts';
import { getMarketOf } from './market-of.ts';

export function listPayoutsRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Params: { marketId: string }; Querystring: PayoutPageQuery }>(
    '/markets/:marketId/payouts',
    describeOperation({
      id: 'listPayouts',
      tag: 'Markets',
      summary: 'List the payouts of a resolved market',
      params: ['marketId'],
      query: PayoutPageQuery,
      responses: { 200: Type.Array(PayoutResponse) },
      errors: ['market_not_found', 'result_not_ready', 'address_invalid', ...PAGE_ERRORS],
    }),
    async ({ params, query }): Promise<PayoutResponse[]> => {
      const { id: marketId, currency } = await getMarketOf(queries, params.marketId);
      const { limit = LIMITS.pageSizeDefault, offset = 0, after } = query;
      const payouts = await queries.listPayouts({ marketId, limit, offset, after });
      const decimals = queries.config().decimals[currency];
      return payouts.map((payout) => presentPayout(payout, decimals));
    },
  );
}

import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentHistoryPoint } from '../presenters/bet.ts';
import type { RouteContext } from '../route-context.ts';
import { HistoryPointResponse } from '../schemas/bet.ts';
import { BetPageQuery, PAGE_ERRORS } from '../schemas/query.ts';
import { getMarketOf } from './market-of.ts';

export function listHistoryRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Params: { marketId: string }; Querystring: BetPageQuery }>(
    '/markets/:marketId/history',
    describeOperation({
      id: 'listHistory',
      tag: 'Markets',
      summary: 'List stakes and odds after each bet of a market, newest first',
      params: ['marketId'],
      query: BetPageQuery,
      responses: { 200: Type.Array(HistoryPointResponse) },
      errors: ['market_not_found', 'bet_not_found', ...PAGE_ERRORS],
    }),
    async ({ params, query }): Promise<HistoryPointResponse[]> => {
      const { id: marketId, currency } = await getMarketOf(queries, params.marketId);
      const { limit = LIMITS.pageSizeDefault, offset = 0, after } = query;
      const points = await queries.listHistory({ marketId, limit, offset, after });
      const decimals = queries.config().decimals[currency];
      return points.map((point) => presentHistoryPoint(point, decimals));
    },
  );
}

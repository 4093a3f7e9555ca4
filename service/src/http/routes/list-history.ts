import { Type } from '@sinclair/typebox';
import { DomainError, LIMITS } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentHistoryPoint } from '../presenters/bet.ts';
import type { RouteContext } from '../route-context.ts';
import { HistoryPointResponse } from '../schemas/bet.ts';
import { HistoryQuery, PAGE_ERRORS } from '../schemas/query.ts';
import { getMarketOf } from './market-of.ts';

export function listHistoryRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Params: { marketId: string }; Querystring: HistoryQuery }>(
    '/markets/:marketId/history',
    describeOperation({
      id: 'listHistory',
      tag: 'Markets',
      summary: 'List stakes and odds after each bet of a market, newest first',
      params: ['marketId'],
      query: HistoryQuery,
      responses: { 200: Type.Array(HistoryPointResponse) },
      errors: [
        'market_not_found',
        'bet_not_found',
        'field_invalid',
        'fields_exclusive',
        ...PAGE_ERRORS,
      ],
    }),
    async ({ params, query }): Promise<HistoryPointResponse[]> => {
      const { id: marketId, currency } = await getMarketOf(queries, params.marketId);
      const { limit = LIMITS.pageSizeDefault, offset = 0, after, points: most } = query;
      refuseOthers(query);
      const points =
        most === undefined
          ? await queries.listHistory({ marketId, limit, offset, after })
          : await queries.thinHistory(marketId, most);
      const decimals = queries.config().decimals[currency];
      return points.map((point) => presentHistoryPoint(point, decimals));
    },
  );
}

/** `points` is about the whole history, and the others about a page of it. */
function refuseOthers({ points, ...others }: HistoryQuery): void {
  const [other] = Object.keys(others);
  if (points === undefined || other === undefined) return;
  throw new DomainError('fields_exclusive', { field: 'points', others: other });
}

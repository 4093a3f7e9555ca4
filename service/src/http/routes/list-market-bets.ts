import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentBet } from '../presenters/bet.ts';
import type { RouteContext } from '../route-context.ts';
import { BetResponse } from '../schemas/bet.ts';
import { BetPageQuery, PAGE_ERRORS } from '../schemas/query.ts';
import { getMarketOf } from './market-of.ts';

export function listMarketBetsRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Params: { marketId: string }; Querystring: BetPageQuery }>(
    '/markets/:marketId/bets',
    describeOperation({
      id: 'listMarketBets',
      tag: 'Bets',
      summary: 'List the bets of a market, newest first',
      params: ['marketId'],
      query: BetPageQuery,
      responses: { 200: Type.Array(BetResponse) },
      errors: ['market_not_found', 'bet_not_found', ...PAGE_ERRORS],
    }),
    async ({ params, query }): Promise<BetResponse[]> => {
      const { id: marketId } = await getMarketOf(queries, params.marketId);
      const { limit = LIMITS.pageSizeDefault, offset = 0, after } = query;
      const bets = await queries.listMarketBets({ marketId, limit, offset, after });
      const { decimals } = queries.config();
      return bets.map((bet) => presentBet(bet, decimals));
    },
  );
}

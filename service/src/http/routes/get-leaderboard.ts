import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { NEXT_CURSOR_HEADER, nextCursorHeaders } from '../next-cursor.ts';
import { describeOperation } from '../operation.ts';
import { presentLeader } from '../presenters/ledger.ts';
import type { RouteContext } from '../route-context.ts';
import { LeaderboardQuery, LeaderResponse } from '../schemas/ledger.ts';

export function getLeaderboardRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Querystring: LeaderboardQuery }>(
    '/leaderboard',
    describeOperation({
      id: 'getLeaderboard',
      tag: 'Markets',
      summary: 'List the wallets with the highest profits after fees',
      query: LeaderboardQuery,
      responses: { 200: Type.Array(LeaderResponse) },
      headers: NEXT_CURSOR_HEADER,
      errors: ['field_invalid', 'currency_invalid', 'limit_out_of_range', 'cursor_invalid'],
    }),
    async ({ query }, reply): Promise<LeaderResponse[]> => {
      const { window = 'all', currency = 'SOL', limit = LIMITS.pageSizeDefault, cursor } = query;
      const list = await queries.listLeaders({ window, currency, limit, cursor });
      reply.headers(nextCursorHeaders(list.nextCursor));
      const decimals = queries.config().decimals[currency];
      return list.leaders.map((leader) => presentLeader(leader, currency, decimals));
    },
  );
}

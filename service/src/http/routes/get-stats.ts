import { LIMITS } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentStats } from '../presenters/ledger.ts';
import type { RouteContext } from '../route-context.ts';
import { StatsQuery, StatsResponse } from '../schemas/ledger.ts';

export function getStatsRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Querystring: StatsQuery }>(
    '/stats',
    describeOperation({
      id: 'getStats',
      tag: 'Service',
      summary: 'Get the volume, bettors, payouts and burned amounts, in total and by day',
      query: StatsQuery,
      responses: { 200: StatsResponse },
      errors: ['field_invalid'],
    }),
    async ({ query: { days = LIMITS.statsDaysDefault } }): Promise<StatsResponse> =>
      presentStats(await queries.getStats(days), queries.config().decimals),
  );
}

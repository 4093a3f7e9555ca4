import { Type } from '@sinclair/typebox';
import { LIMITS, type UnixSeconds } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import type { MarketView } from '../../use-cases/use-cases.ts';
import { compileSerializer } from '../json/serialize.ts';
import { describeOperation } from '../operation.ts';
import { presentMarketSummary } from '../presenters/market-summary.ts';
import type { RouteContext } from '../route-context.ts';
import { MarketSummary } from '../schemas/market.ts';
import { ListMarketsQuery } from '../schemas/query.ts';

const writeSummary = compileSerializer(MarketSummary);

export function listMarketsRoute(app: FastifyInstance, context: RouteContext): void {
  const { queries, cache } = context;
  const send = context.sender('GET', '/v1/markets');

  function render(market: MarketView, now: UnixSeconds): string {
    const cached = cache.summaries.find(market, now);
    if (cached !== undefined) return cached;
    const { decimals } = queries.config();
    const { describe } = context;
    const text = writeSummary(presentMarketSummary(market, { now, decimals, describe }));
    return cache.summaries.store(market, now, text);
  }

  app.get<{ Querystring: ListMarketsQuery }>(
    '/markets',
    describeOperation({
      id: 'listMarkets',
      tag: 'Markets',
      summary: 'List markets, newest first',
      query: ListMarketsQuery,
      responses: { 200: Type.Array(MarketSummary) },
      errors: ['status_invalid', 'limit_out_of_range', 'offset_out_of_range'],
    }),
    async ({ query }, reply): Promise<void> => {
      const { status, limit = LIMITS.pageSizeDefault, offset = 0 } = query;
      const now = queries.now();
      const version = queries.version?.();
      const key = `${status ?? ''} ${limit} ${offset}`;
      const cached = version === undefined ? undefined : cache.findList(key, version, now);
      if (cached !== undefined) return send(reply, 200, cached);
      const markets = await queries.listMarkets({ ...(status && { status }), limit, offset });
      const text = `[${markets.map((market) => render(market, now)).join(',')}]`;
      if (version !== undefined) cache.storeList(key, version, now, text);
      send(reply, 200, text);
    },
  );
}

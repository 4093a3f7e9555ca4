import { Type } from '@sinclair/typebox';
import { DomainError, type ErrorCode, LIMITS, type UnixSeconds } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import type { MarketPage } from '../../use-cases/market-list.ts';
import type { MarketView } from '../../use-cases/use-cases.ts';
import { compileSerializer } from '../json/serialize.ts';
import { NEXT_CURSOR_HEADER, nextCursorHeaders } from '../next-cursor.ts';
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
      summary: 'List markets, newest first by default',
      query: ListMarketsQuery,
      responses: { 200: Type.Array(MarketSummary) },
      headers: NEXT_CURSOR_HEADER,
      errors: LIST_ERRORS,
    }),
    async ({ query }, reply): Promise<void> => {
      const page = toPage(query);
      const now = queries.now();
      const version = queries.version?.();
      const key = JSON.stringify(page);
      const cached = version === undefined ? undefined : cache.findList(key, version, now);
      if (cached !== undefined) return send(reply, 200, cached.text, cached.headers);
      const { markets, nextCursor } = await queries.listMarkets(page);
      const text = `[${markets.map((market) => render(market, now)).join(',')}]`;
      const headers = Object.entries(nextCursorHeaders(nextCursor)).flat();
      if (version !== undefined) cache.storeList(key, version, now, { text, headers });
      send(reply, 200, text, headers);
    },
  );
}

const LIST_ERRORS = [
  'status_invalid',
  'token_address_invalid',
  'address_invalid',
  'currency_invalid',
  'field_invalid',
  'limit_out_of_range',
  'offset_out_of_range',
  'offset_too_deep',
  'cursor_invalid',
  'fields_exclusive',
] as const satisfies readonly ErrorCode[];

function toPage(query: ListMarketsQuery): MarketPage {
  const { limit = LIMITS.pageSizeDefault, offset = 0, q: words, ...rest } = query;
  if (query.cursor !== undefined && query.offset !== undefined) {
    throw new DomainError('fields_exclusive', { field: 'cursor', others: 'offset' });
  }
  return { limit, offset, ...rest, ...(words && { words }) };
}

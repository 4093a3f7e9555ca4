import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import { getMarketOf } from '../ids.ts';
import { presentPools } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';
import { limit } from '../schemas/query.ts';

const MarketPosition = s.named(
  'MarketPosition',
  s.response({
    wallet: s.orNull(s.addressOut()),
    bettor: s.text('The account of the wallet.'),
    stakes: s.perOutcome(s.amountOut()),
  }),
);

export const listPositions = defineRoute('GET /v1/markets/:marketId/positions', {
  tag: 'Markets',
  summary: 'List the largest positions in a market, by the sum of both stakes',
  query: s.body({ limit }),
  response: Type.Array(MarketPosition),
  errors: ['market_not_found', 'limit_out_of_range'],
  async handle({ queries }, { params, query: { limit: count = LIMITS.pageSizeDefault } }) {
    const { id, currency } = await getMarketOf(queries, params.marketId);
    const decimals = queries.config().decimals[currency];
    const positions = await queries.listPositions(id, count);
    return positions.map(({ stakes, ...position }) => ({
      ...{ ...position, stakes: presentPools(stakes, decimals) },
    }));
  },
});

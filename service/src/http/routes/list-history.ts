import { Type } from '@sinclair/typebox';
import { DomainError, LIMITS } from '@tote/domain';
import { presentOdds, presentPools } from '../presenters/amounts.ts';
import { defineRoute } from '../route.ts';
import {
  amountOut,
  body,
  instantOut,
  named,
  oddsOut,
  outcomeOut,
  perOutcome,
  queryIntegerIn,
  response,
  type Static,
} from '../schemas/fragments.ts';
import { BetPageQuery, PAGE_ERRORS } from '../schemas/query.ts';
import { getMarketOf } from './market-of.ts';

const HistoryQuery = body({
  ...BetPageQuery.properties,
  points: Type.Optional(
    queryIntegerIn(LIMITS.historyPointsMin, LIMITS.historyPointsMax, {
      description:
        'Instead of a page: at most so many of all bets, among them the first and the last.',
    }),
  ),
});

const HistoryPointResponse = response({
  betId: Type.String(),
  sequence: Type.Integer(),
  outcome: outcomeOut(),
  amount: amountOut(),
  totalStake: perOutcome(amountOut('After the bet.')),
  odds: perOutcome(oddsOut()),
  placedAt: instantOut(),
});

export const listHistory = defineRoute({
  id: 'listHistory',
  method: 'GET',
  path: '/v1/markets/:marketId/history',
  tag: 'Markets',
  summary: 'List stakes and odds after each bet of a market, newest first',
  query: HistoryQuery,
  response: Type.Array(named('HistoryPoint', HistoryPointResponse)),
  errors: [
    'market_not_found',
    'bet_not_found',
    'field_invalid',
    'fields_exclusive',
    ...PAGE_ERRORS,
  ],
  async handle({ queries }, { params, query }) {
    const { id: marketId, currency } = await getMarketOf(queries, params.marketId);
    const { limit = LIMITS.pageSizeDefault, offset = 0, after, points: most } = query;
    refuseOthers(query);
    const points =
      most === undefined
        ? await queries.listHistory({ marketId, limit, offset, after })
        : await queries.thinHistory(marketId, most);
    const decimals = queries.config().decimals[currency];
    return points.map((point) => ({
      ...point,
      sequence: Number(point.sequence),
      amount: { value: point.amount, decimals },
      totalStake: presentPools(point.pools, decimals),
      odds: presentOdds(point.pools),
    }));
  },
});

/** `points` is about the whole history, and the others about a page of it. */
function refuseOthers({ points, ...others }: Static<typeof HistoryQuery>): void {
  const [other] = Object.keys(others);
  if (points === undefined || other === undefined) return;
  throw new DomainError('fields_exclusive', { field: 'points', others: other });
}

import { Type } from '@sinclair/typebox';
import { DomainError, LIMITS } from '@tote/domain';
import { getMarketOf } from '../ids.ts';
import { presentOdds, presentPools } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';
import { BetPageQuery, PAGE_ERRORS } from '../schemas/query.ts';

const HistoryQuery = s.body({
  ...BetPageQuery.properties,
  points: Type.Optional(
    s.queryIntegerIn(LIMITS.historyPointsMin, LIMITS.historyPointsMax, {
      description:
        'Instead of a page: at most this many of all bets, including the first and the last.',
    }),
  ),
});

const HistoryPointResponse = s.response({
  betId: Type.String(),
  sequence: Type.Integer(),
  outcome: s.outcomeOut(),
  amount: s.amountOut(),
  totalStake: s.perOutcome(s.amountOut('After the bet.')),
  odds: s.perOutcome(s.oddsOut()),
  placedAt: s.instantOut(),
});

export const listHistory = defineRoute('GET /v1/markets/:marketId/history', {
  tag: 'Markets',
  summary: 'List stakes and odds after each bet of a market, newest first',
  query: HistoryQuery,
  response: Type.Array(s.named('HistoryPoint', HistoryPointResponse)),
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
function refuseOthers({ points, ...others }: s.Static<typeof HistoryQuery>): void {
  const [other] = Object.keys(others);
  if (points === undefined || other === undefined) return;
  throw new DomainError('fields_exclusive', { field: 'points', others: other });
}

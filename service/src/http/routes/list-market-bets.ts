import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import { presentBet } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import { BetResponse } from '../schemas/bet.ts';
import { BetPageQuery, PAGE_ERRORS } from '../schemas/query.ts';

export const listMarketBets = defineRoute('GET /v1/markets/:marketId/bets', {
  tag: 'Bets',
  summary: 'List the bets of a market, newest first',
  query: BetPageQuery,
  response: Type.Array(BetResponse),
  errors: ['market_not_found', 'bet_not_found', ...PAGE_ERRORS],
  async handle({ queries }, { params: { marketId }, query }) {
    const { limit = LIMITS.pageSizeDefault, offset = 0, after } = query;
    const bets = await queries.listMarketBets({ marketId, limit, offset, after });
    const { decimals } = queries.config();
    return bets.map((bet) => presentBet(bet, decimals));
  },
});

import { Type } from '@sinclair/typebox';
import { type Currency, LIMITS } from '@tote/domain';
import { WINDOWS } from '../../store/projection/profits.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';
import { cursor, limit, NEXT_CURSOR_HEADER, nextCursorHeaders, queryIn } from '../schemas/query.ts';

const LeaderboardQuery = s.body({
  window: Type.Optional(
    s.choiceIn(WINDOWS, {
      default: 'all',
      description:
        'When positions were settled, in days of UTC. day: today. week: today and the six days ' +
        'before.',
    }),
  ),
  currency: queryIn<Currency>('currency', {
    enum: ['SOL', 'UTILITY'],
    default: 'SOL',
    description: 'The currency of the profits.',
  }),
  limit,
  cursor,
});

const LeaderResponse = s.response({
  rank: Type.Integer({ minimum: 1 }),
  wallet: s.addressOut(),
  bettor: s.addressOut(),
  profit: s.amountOut('Payouts less stakes of settled positions. Negative for a loss.'),
  currency: s.currencyOut(),
});

export const getLeaderboard = defineRoute('GET /v1/leaderboard', {
  tag: 'Markets',
  summary: 'List the wallets with the highest profits after fees',
  query: LeaderboardQuery,
  response: Type.Array(s.named('Leader', LeaderResponse)),
  headers: NEXT_CURSOR_HEADER,
  errors: ['field_invalid', 'currency_invalid', 'limit_out_of_range', 'cursor_invalid'],
  async handle({ queries }, { query }, reply) {
    const { window = 'all', currency = 'SOL', limit = LIMITS.pageSizeDefault, cursor } = query;
    const list = await queries.listLeaders({ window, currency, limit, cursor });
    reply.headers(nextCursorHeaders(list.nextCursor));
    const decimals = queries.config().decimals[currency];
    return list.leaders.map((leader) => {
      return { ...leader, profit: { value: leader.profit, decimals }, currency };
    });
  },
});

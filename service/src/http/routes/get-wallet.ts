import { Type } from '@sinclair/typebox';
import type { Address } from '@solana/kit';
import { LIMITS, perCurrency } from '@tote/domain';
import { presentAmounts, presentPerCurrency, presentPosition } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';
import { Position } from '../schemas/market.ts';
import { cursor, limit, NEXT_CURSOR_HEADER, nextCursorHeaders } from '../schemas/query.ts';

const results = s.response({
  profit: s.amountOut('Payouts less stakes, after fees. Negative for a loss.'),
  staked: s.amountOut('The stakes of settled positions.'),
  paid: s.amountOut('Their payouts and refunds.'),
  won: s.integer('Settled positions with a payout.'),
  lost: s.integer('Settled positions without one.'),
  refunded: s.integer('Positions that were refunded.'),
});

const WalletResponse = s.response({
  wallet: s.addressOut(),
  results: s.perCurrency(results),
  staked: s.perCurrency(s.amountOut('Stakes that are not settled.')),
  positions: Type.Array(Position, {
    description: 'All open ones, then those that were settled last.',
  }),
});

export const getWallet = defineRoute('GET /v1/wallets/:address', {
  tag: 'Markets',
  summary: 'Get the positions and results of a wallet, which are public',
  query: s.body({ limit, cursor }),
  response: s.named('Wallet', WalletResponse),
  headers: NEXT_CURSOR_HEADER,
  errors: ['resource_not_found', 'limit_out_of_range', 'cursor_invalid'],
  async handle({ queries }, { params: { address }, query }, reply) {
    const { limit = LIMITS.pageSizeDefault, cursor } = query;
    const found = await queries.getWallet(address as Address, { limit, cursor });
    reply.headers(nextCursorHeaders(found.nextCursor));
    const { decimals } = queries.config();
    return {
      wallet: found.wallet,
      results: perCurrency((currency) => {
        const { profit, staked, paid, ...counts } = found.results[currency];
        return { ...counts, ...presentAmounts({ profit, staked, paid }, decimals[currency]) };
      }),
      staked: presentPerCurrency(found.staked, decimals),
      positions: found.positions.map((position) => presentPosition(position, decimals)),
    };
  },
});

import { Type } from '@sinclair/typebox';
import type { Address } from '@solana/kit';
import { type Currency, LIMITS } from '@tote/domain';
import { presentPerCurrency, presentPosition } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import {
  addressOut,
  amountOut,
  body,
  integer,
  named,
  perCurrency,
  response,
} from '../schemas/fragments.ts';
import { Position } from '../schemas/market.ts';
import { cursor, limit, NEXT_CURSOR_HEADER, nextCursorHeaders } from '../schemas/query.ts';

const results = response({
  profit: amountOut('Payouts less stakes, after fees. Negative for a loss.'),
  staked: amountOut('The stakes of settled positions.'),
  paid: amountOut('Their payouts and refunds.'),
  won: integer('Settled positions with a payout.'),
  lost: integer('Settled positions without one.'),
  refunded: integer('Positions that were refunded.'),
});

const WalletResponse = response({
  wallet: addressOut(),
  results: perCurrency(results),
  staked: perCurrency(amountOut('Stakes that are not settled.')),
  positions: Type.Array(Position, {
    description: 'All open ones, then those that were settled last.',
  }),
});

export const getWallet = defineRoute({
  id: 'getWallet',
  method: 'GET',
  path: '/v1/wallets/:address',
  tag: 'Markets',
  summary: 'Get the positions and results of a wallet, which are public',
  query: body({ limit: Type.Optional(limit), cursor: Type.Optional(cursor) }),
  response: named('Wallet', WalletResponse),
  headers: NEXT_CURSOR_HEADER,
  errors: ['resource_not_found', 'limit_out_of_range', 'cursor_invalid'],
  async handle({ queries }, { params: { address }, query }, reply) {
    const { limit = LIMITS.pageSizeDefault, cursor } = query;
    const found = await queries.getWallet(address as Address, { limit, cursor });
    reply.headers(nextCursorHeaders(found.nextCursor));
    const { decimals } = queries.config();
    const presentResults = (currency: Currency) => {
      const { profit, staked, paid, ...counts } = found.results[currency];
      return {
        profit: { value: profit, decimals: decimals[currency] },
        staked: { value: staked, decimals: decimals[currency] },
        paid: { value: paid, decimals: decimals[currency] },
        ...counts,
      };
    };
    return {
      wallet: found.wallet,
      results: { SOL: presentResults('SOL'), UTILITY: presentResults('UTILITY') },
      staked: presentPerCurrency(found.staked, decimals),
      positions: found.positions.map((position) => presentPosition(position, decimals)),
    };
  },
});

import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import { getMarketOf } from '../ids.ts';
import { presentPayout } from '../presenters/receipt.ts';
import { defineRoute } from '../route.ts';
import { PAGE_ERRORS, payoutPage } from '../schemas/query.ts';
import { PayoutResponse } from '../schemas/receipt.ts';

export const listPayouts = defineRoute('GET /v1/markets/:marketId/payouts', {
  tag: 'Markets',
  summary: 'List the payouts of a resolved market',
  query: payoutPage(LIMITS.pageSizeDefault),
  response: Type.Array(PayoutResponse),
  errors: ['market_not_found', 'result_not_ready', 'address_invalid', ...PAGE_ERRORS],
  async handle({ queries }, { params, query }) {
    const { id: marketId, currency } = await getMarketOf(queries, params.marketId);
    const { limit = LIMITS.pageSizeDefault, offset = 0, after } = query;
    const payouts = await queries.listPayouts({ marketId, limit, offset, after });
    const decimals = queries.config().decimals[currency];
    return payouts.map((payout) => presentPayout(payout, decimals));
  },
});

import { LIMITS } from '@tote/domain';
import { presentReceipt } from '../presenters/receipt.ts';
import { defineRoute } from '../route.ts';
import { PAGE_ERRORS, payoutPage } from '../schemas/query.ts';
import { ReceiptResponse } from '../schemas/receipt.ts';

export const getReceipt = defineRoute('GET /v1/markets/:marketId/resolution', {
  tag: 'Markets',
  summary: 'Get the receipt of a resolved market: rule, evidence, fees, payouts, transactions',
  // The default is the maximum, so that the receipt of most markets has all payouts.
  query: payoutPage(LIMITS.pageSizeMax),
  response: ReceiptResponse,
  errors: ['market_not_found', 'result_not_ready', 'address_invalid', ...PAGE_ERRORS],
  async handle({ queries, describe }, { params: { marketId }, query }) {
    const { limit = LIMITS.pageSizeMax, offset = 0, after } = query;
    const receipt = await queries.getReceipt({ marketId, limit, offset, after });
    const { decimals } = queries.config();
    return presentReceipt(receipt, { decimals, details: describe(receipt.market) });
  },
});

import { LIMITS } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentReceipt } from '../presenters/receipt.ts';
import type { RouteContext } from '../route-context.ts';
import { PAGE_ERRORS, ReceiptQuery } from '../schemas/query.ts';
import { ReceiptResponse } from '../schemas/receipt.ts';
import { checkMarketId } from './market-of.ts';

export function getReceiptRoute(app: FastifyInstance, { queries, describe }: RouteContext): void {
  app.get<{ Params: { marketId: string }; Querystring: ReceiptQuery }>(
    '/markets/:marketId/resolution',
    describeOperation({
      id: 'getReceipt',
      tag: 'Markets',
      summary: 'Get the receipt of a resolved market: rule, evidence, fees, payouts, transactions',
      params: ['marketId'],
      query: ReceiptQuery,
      responses: { 200: ReceiptResponse },
      errors: ['market_not_found', 'result_not_ready', 'address_invalid', ...PAGE_ERRORS],
    }),
    async ({ params, query }): Promise<ReceiptResponse> => {
      const marketId = checkMarketId(params.marketId);
      const { limit = LIMITS.pageSizeMax, offset = 0, after } = query;
      const receipt = await queries.getReceipt({ marketId, limit, offset, after });
      const { decimals } = queries.config();
      return presentReceipt(receipt, { decimals, details: describe(receipt.market) });
    },
  );
}

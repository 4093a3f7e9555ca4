import { defineRoute } from '../route.ts';
import { HiddenMarketResponse } from '../schemas/hidden-market.ts';
import { UNUSED_BODY_ERRORS } from './shared-errors.ts';

export const unhideMarket = defineRoute('DELETE /v1/markets/:marketId/hidden', {
  tag: 'Markets',
  summary: 'Show a hidden market again (operators only)',
  scope: 'operate',
  response: HiddenMarketResponse,
  errors: ['market_not_found', 'resource_not_found', ...UNUSED_BODY_ERRORS],
  handle: async ({ commands }, { params }) => commands.unhideMarket(params.marketId),
});

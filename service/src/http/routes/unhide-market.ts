import { defineRoute } from '../route.ts';
import { HiddenMarketResponse } from '../schemas/hidden-market.ts';

export const unhideMarket = defineRoute('DELETE /v1/markets/:marketId/hidden', {
  tag: 'Markets',
  summary: 'Show a hidden market again (operators only)',
  scope: 'operate',
  response: HiddenMarketResponse,
  errors: ['market_not_found', 'resource_not_found'],
  handle: async ({ commands }, { params }) => commands.unhideMarket(params.marketId),
});

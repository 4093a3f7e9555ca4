import { callerOf } from '../access.ts';
import { defineRoute } from '../route.ts';
import { body, textIn } from '../schemas/fragments.ts';
import { HiddenMarketResponse } from '../schemas/hidden-market.ts';

const REASON_CHARACTERS_MAX = 300;

export const hideMarket = defineRoute('POST /v1/markets/:marketId/hidden', {
  tag: 'Markets',
  summary: 'Hide a market from lists, search and cards, and take no bets in it (operators only)',
  scope: 'operate',
  actsAgain: true,
  body: body({ reason: textIn(3, REASON_CHARACTERS_MAX, 'A sentence that everybody sees.') }),
  response: HiddenMarketResponse,
  errors: ['market_not_found', 'characters_not_allowed'],
  handle: async ({ commands }, request) =>
    commands.hideMarket(callerOf(request), request.params.marketId, request.body.reason),
});

import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';
import { UNUSED_BODY_ERRORS } from './shared-errors.ts';

const REASON_CHARACTERS_MAX = 300;

const HiddenMarketResponse = s.named(
  'HiddenMarket',
  s.response({
    marketId: s.plainOut(),
    reason: s.text('As the operator wrote it.'),
    hiddenBy: s.addressOut(),
    hiddenAt: s.instantOut(),
    unhiddenAt: s.orNull(s.instantOut(), { description: 'Null while it is hidden.' }),
  }),
);

export const HIDDEN_MARKET_ROUTES = {
  hideMarket: defineRoute('POST /v1/markets/:marketId/hidden', {
    tag: 'Markets',
    summary: 'Hide a market from lists, search and cards, and take no bets in it (operators only)',
    scope: 'operate',
    actsAgain: true,
    body: s.body({ reason: s.textIn(3, REASON_CHARACTERS_MAX, 'A sentence that everybody sees.') }),
    response: HiddenMarketResponse,
    errors: ['market_not_found', 'characters_not_allowed'],
    handle: async ({ commands }, request) =>
      commands.hideMarket(callerOf(request), request.params.marketId, request.body.reason),
  }),

  unhideMarket: defineRoute('DELETE /v1/markets/:marketId/hidden', {
    tag: 'Markets',
    summary: 'Show a hidden market again (operators only)',
    scope: 'operate',
    response: HiddenMarketResponse,
    errors: ['market_not_found', 'resource_not_found', ...UNUSED_BODY_ERRORS],
    handle: async ({ commands }, { params }) => commands.unhideMarket(params.marketId),
  }),

  listHiddenMarkets: defineRoute('GET /v1/hidden-markets', {
    tag: 'Markets',
    summary: 'List what the operator hid, the newest 1,000 first, also what is shown again',
    response: Type.Array(HiddenMarketResponse),
    handle: async ({ queries }) => queries.listHidden(),
  }),
};

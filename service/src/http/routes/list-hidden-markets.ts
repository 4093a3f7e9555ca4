import { Type } from '@sinclair/typebox';
import { defineRoute } from '../route.ts';
import { HiddenMarketResponse } from '../schemas/hidden-market.ts';

export const listHiddenMarkets = defineRoute('GET /v1/hidden-markets', {
  tag: 'Markets',
  summary: 'List what the operator hid, the newest 1,000 first, also what is shown again',
  response: Type.Array(HiddenMarketResponse),
  handle: async ({ queries }) => queries.listHidden(),
});

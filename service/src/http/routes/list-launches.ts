import { Type } from '@sinclair/typebox';
import { defineRoute } from '../route.ts';
import { addressOut, body, instantOut, plainOut, response } from '../schemas/fragments.ts';
import { offset } from '../schemas/query.ts';

const LaunchResponse = response({
  signature: plainOut(),
  mint: addressOut(),
  at: instantOut(),
});

export const listLaunches = defineRoute('GET /v1/markets/:marketId/launches', {
  tag: 'Markets',
  summary: 'List the launches that a resolved market’s evidence counts',
  query: body({ offset }),
  response: Type.Array(LaunchResponse),
  errors: ['market_not_found', 'result_not_ready', 'offset_out_of_range'],
  async handle({ queries }, { params: { marketId }, query: { offset = 0 } }) {
    return [...(await queries.listLaunches({ marketId, offset }))];
  },
});

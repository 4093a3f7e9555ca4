import { Type } from '@sinclair/typebox';
import { getMarketOf } from '../ids.ts';
import { decimalOf } from '../presenters/market-detail.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';

const MeasuredValue = s.named(
  'MeasuredValue',
  s.response({ at: s.instantOut(), value: s.amountOut('In the unit of conditionProgress.') }),
);

export const listValues = defineRoute('GET /v1/markets/:marketId/values', {
  tag: 'Markets',
  summary: 'List the values of the condition that this process has measured, oldest first',
  response: Type.Array(MeasuredValue),
  errors: ['market_not_found'],
  async handle({ queries }, { params }) {
    const market = await getMarketOf(queries, params.marketId);
    // Measures it now, so that the last value is the current one.
    await queries.findProgress(market);
    const values = await queries.listValues(market);
    return values.map(({ at, value }) => ({ at, value: decimalOf(value) }));
  },
});

import { callerOf } from '../access.ts';
import { presentSeries } from '../presenters/series.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { CreateSeriesBody, SeriesResponse } from '../schemas/series.ts';
import { CREATION_ERRORS, STAKE_ERRORS } from './shared-errors.ts';

export const createSeries = defineRoute('POST /v1/series', {
  tag: 'Series',
  summary: 'Start a series: a market that is opened again and again',
  scope: 'operate',
  body: CreateSeriesBody,
  keepsKey: true,
  response: SeriesResponse,
  errors: [
    ...CREATION_ERRORS,
    ...STAKE_ERRORS,
    'market_custom',
    'market_ends_too_late',
    'series_too_many',
  ],
  async handle({ commands, queries }, request) {
    const { initialStake, tokenAddress = null, ...rest } = request.body;
    const input = { ...rest, tokenAddress, ...(initialStake && { initialStakes: initialStake }) };
    const idempotency = idempotencyOf(request);
    const series = await commands.createSeries(callerOf(request), input, idempotency);
    return presentSeries(series, queries.config());
  },
});

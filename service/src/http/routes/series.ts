import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { presentRound, presentSeries } from '../presenters/series.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { CreateSeriesBody, SeriesDetailResponse, SeriesResponse } from '../schemas/series.ts';
import { CREATION_ERRORS, STAKE_ERRORS, UNUSED_BODY_ERRORS } from './shared-errors.ts';

export const SERIES_ROUTES = {
  createSeries: defineRoute('POST /v1/series', {
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
      const { initialStake: initialStakes, tokenAddress = null, ...rest } = request.body;
      const input = { ...rest, tokenAddress, initialStakes };
      const idempotency = idempotencyOf(request);
      const series = await commands.createSeries(callerOf(request), input, idempotency);
      return presentSeries(series, queries.config());
    },
  }),

  listSeries: defineRoute('GET /v1/series', {
    tag: 'Series',
    summary: 'List the series that run, then those stopped last; at most 100',
    response: Type.Array(SeriesResponse),
    handle: async ({ queries }) =>
      (await queries.listSeries()).map((series) => presentSeries(series, queries.config())),
  }),

  getSeries: defineRoute('GET /v1/series/:seriesId', {
    tag: 'Series',
    summary: 'Get a series with its current and next round and the last 20 results',
    response: SeriesDetailResponse,
    errors: ['resource_not_found'],
    async handle({ queries }, { params: { seriesId } }) {
      const { series, current, next, results } = await queries.getSeries(seriesId);
      const context = { now: queries.now(), config: queries.config() };
      return {
        ...presentSeries(series, context.config),
        current: current && presentRound(current, context),
        next: next && presentRound(next, context),
        results: results.map((round) => presentRound(round, context)),
      };
    },
  }),

  stopSeries: defineRoute('DELETE /v1/series/:seriesId', {
    tag: 'Series',
    summary: 'Stop a series: its open rounds go on, and no more are opened',
    scope: 'operate',
    response: SeriesResponse,
    errors: ['resource_not_found', ...UNUSED_BODY_ERRORS],
    handle: async ({ commands, queries }, request) =>
      presentSeries(await commands.stopSeries(request.params.seriesId), queries.config()),
  }),
};

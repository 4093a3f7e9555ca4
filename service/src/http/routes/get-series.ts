import { presentRound, presentSeries } from '../presenters/series.ts';
import { defineRoute } from '../route.ts';
import { SeriesDetailResponse } from '../schemas/series.ts';

export const getSeries = defineRoute('GET /v1/series/:seriesId', {
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
});

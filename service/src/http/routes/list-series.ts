import { Type } from '@sinclair/typebox';
import { presentSeries } from '../presenters/series.ts';
import { defineRoute } from '../route.ts';
import { SeriesResponse } from '../schemas/series.ts';

export const listSeries = defineRoute('GET /v1/series', {
  tag: 'Series',
  summary: 'List the series that run, then those stopped last; at most 100',
  response: Type.Array(SeriesResponse),
  handle: async ({ queries }) =>
    (await queries.listSeries()).map((series) => presentSeries(series, queries.config())),
});

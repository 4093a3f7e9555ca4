import { presentSeries } from '../presenters/series.ts';
import { defineRoute } from '../route.ts';
import { SeriesResponse } from '../schemas/series.ts';

export const stopSeries = defineRoute('DELETE /v1/series/:seriesId', {
  tag: 'Series',
  summary: 'Stop a series: its open rounds go on, and no more are opened',
  scope: 'operate',
  response: SeriesResponse,
  errors: ['resource_not_found'],
  handle: async ({ commands, queries }, request) =>
    presentSeries(await commands.stopSeries(request.params.seriesId), queries.config()),
});

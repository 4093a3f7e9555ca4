import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentMarketPreview } from '../presenters/market-preview.ts';
import type { RouteContext } from '../route-context.ts';
import { MarketPreviewResponse, PreviewMarketBody } from '../schemas/market.ts';
import { toPreviewMarketInput } from './create-market-input.ts';
import { PREVIEW_ERRORS } from './shared-errors.ts';

export function previewMarketRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, queries, describe } = context;
  app.post<{ Body: PreviewMarketBody }>(
    '/markets/preview',
    describeOperation({
      id: 'previewMarket',
      tag: 'Markets',
      summary: 'Preview the market that this body would create; creates nothing',
      body: PreviewMarketBody,
      responses: { 200: MarketPreviewResponse },
      errors: PREVIEW_ERRORS,
    }),
    async (request): Promise<MarketPreviewResponse> => {
      const preview = await commands.previewMarket(toPreviewMarketInput(request.body));
      const progress = preview.progress ?? (await queries.findProgress?.(preview.market));
      const { decimals } = queries.config();
      return presentMarketPreview(preview, { decimals, progress, describe });
    },
  );
}

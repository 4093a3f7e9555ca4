import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentSampleHash } from '../presenters/receipt.ts';
import type { RouteContext } from '../route-context.ts';
import { SampleHashQuery } from '../schemas/query.ts';
import { SampleHashResponse } from '../schemas/receipt.ts';
import { checkMarketId } from './market-of.ts';

export function listSampleHashesRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Params: { marketId: string }; Querystring: SampleHashQuery }>(
    '/markets/:marketId/samples',
    describeOperation({
      id: 'listSampleHashes',
      tag: 'Markets',
      summary: 'List the hashes of the samples that a resolved market’s evidence is about',
      params: ['marketId'],
      query: SampleHashQuery,
      responses: { 200: Type.Array(SampleHashResponse) },
      errors: ['market_not_found', 'result_not_ready', 'offset_out_of_range'],
    }),
    async ({ params, query }): Promise<SampleHashResponse[]> => {
      const marketId = checkMarketId(params.marketId);
      const { offset = 0 } = query;
      const hashes = await queries.listSampleHashes({ marketId, offset });
      return hashes.map(presentSampleHash);
    },
  );
}

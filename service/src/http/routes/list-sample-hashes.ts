import { Type } from '@sinclair/typebox';
import { defineRoute } from '../route.ts';
import { body, hashOut, instantOut, response } from '../schemas/fragments.ts';
import { offset } from '../schemas/query.ts';

const SampleHashResponse = response({
  observedAt: instantOut(),
  hash: hashOut('SHA-256 of the sample as text, in the form that samples have in the evidence.'),
});

export const listSampleHashes = defineRoute('GET /v1/markets/:marketId/samples', {
  tag: 'Markets',
  summary: 'List the hashes of the samples that a resolved market’s evidence is about',
  query: body({ offset }),
  response: Type.Array(SampleHashResponse),
  errors: ['market_not_found', 'result_not_ready', 'offset_out_of_range'],
  async handle({ queries }, { params: { marketId }, query: { offset = 0 } }) {
    const hashes = await queries.listSampleHashes({ marketId, offset });
    return hashes.map(({ at, hash }) => {
      return { observedAt: at, hash: Buffer.from(hash).toString('hex') };
    });
  },
});

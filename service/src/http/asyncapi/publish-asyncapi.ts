import type { FastifyInstance } from 'fastify';
import type { Queries } from '../../queries/create-queries.ts';
import { JSON_TYPE } from '../response-headers.ts';
import { buildAsyncDocument } from './build-document.ts';

/** Serves the AsyncAPI document at /v1/asyncapi.json. */
export function publishAsyncApi(app: FastifyInstance, queries: Pick<Queries, 'config'>): void {
  let text = '';
  app.get('/v1/asyncapi.json', async (_request, reply) => {
    text ||= JSON.stringify(buildAsyncDocument(queries.config().origin));
    reply.type(JSON_TYPE);
    return text;
  });
}

import { DomainError } from '@tote/domain';
import Fastify, { type FastifyInstance, type HTTPMethods } from 'fastify';
import { JSON_TYPE } from '../response-headers.ts';
import { markAsPage } from '../share/page-headers.ts';
import { buildDocument } from './build-document.ts';

/** /docs loads scripts only from this service and sends requests only to it. */
const DOCS_POLICY = {
  'default-src': ["'none'"],
  'connect-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'base-uri': ["'self'"],
  'frame-ancestors': ["'none'"],
};

export function publishOpenApi(app: FastifyInstance): void {
  let text = '';
  app.get('/v1/openapi.json', async (_request, reply) => {
    text ||= JSON.stringify(buildDocument());
    reply.type(JSON_TYPE);
    return text;
  });
  let pages: Promise<FastifyInstance> | undefined;
  app.register(async (docs) => {
    markAsPage(docs);
    for (const url of ['/docs', '/docs/*']) {
      docs.get(url, async ({ raw }, reply) => {
        pages ??= createPages(buildDocument());
        const { method, url, headers } = raw;
        const page = await (await pages).inject({ method: method as HTTPMethods, url, headers });
        if (page.statusCode === 404) throw new DomainError('route_not_found');
        return reply.code(page.statusCode).headers(page.headers).send(page.rawPayload);
      });
    }
  });
}

/** A server that does not listen: its packages are loaded by the first request for a page. */
async function createPages(document: object): Promise<FastifyInstance> {
  const { default: helmet } = await import('@fastify/helmet');
  const { default: swagger } = await import('@fastify/swagger');
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const pages = Fastify();
  await pages.register(helmet, {
    strictTransportSecurity: false,
    contentSecurityPolicy: { useDefaults: false, directives: DOCS_POLICY },
  });
  await pages.register(swagger, { mode: 'static', specification: { document } } as never);
  await pages.register(swaggerUi, { routePrefix: '/docs', staticCSP: false });
  return pages;
}

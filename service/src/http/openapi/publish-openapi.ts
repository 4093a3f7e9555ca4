import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from '../response-headers.ts';
import { buildDocument, type PublishedRoute } from './build-document.ts';

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

/** Serves the OpenAPI document at /v1/openapi.json and Swagger UI at /docs. */
export function publishOpenApi(app: FastifyInstance): void {
  const routes: PublishedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const operation = config?.operation;
    if (operation === undefined || method === 'HEAD') return;
    routes.push({ method: String(method), url, operation });
  });
  const document: Record<string, unknown> = {};
  let text = '';
  app.addHook('onReady', async () => {
    Object.assign(document, buildDocument(routes));
    text = JSON.stringify(document);
  });
  app.get('/v1/openapi.json', async (_request, reply) => {
    reply.type(JSON_TYPE);
    return text;
  });
  app.register(async (docs) => {
    docs.addHook('onRequest', (request, _reply, done) => {
      request.isPage = true;
      done();
    });
    await docs.register(helmet, {
      strictTransportSecurity: false,
      contentSecurityPolicy: { useDefaults: false, directives: DOCS_POLICY },
    });
    await docs.register(swagger, { mode: 'static', specification: { document } } as never);
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: false });
  });
}

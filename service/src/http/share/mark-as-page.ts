import type { FastifyInstance } from 'fastify';

/** Its routes send headers of their own instead of those of the API. */
export function markAsPage(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    request.isPage = true;
    done();
  });
}

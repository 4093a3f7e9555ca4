// Serves the page: one HTML file for all of its paths, and the assets that it loads.
import { DomainError } from '@tote/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PageFiles } from './page-files.ts';
import { ASSET_HEADERS, DOWNLOAD_HEADERS, PAGE_HEADERS } from './page-headers.ts';
import { renderPage } from './render-page.ts';

/** The page's own router knows them, too. */
const PATHS = ['/', '/m/:id', '/new', '/me', '/top', '/w/:id', '/reserves', '/about', '/exit'];

export function publishPages(app: FastifyInstance, dir: string): void {
  const files = new PageFiles(dir);
  app.register(async (pages) => {
    pages.addHook('onRequest', (request, _reply, done) => {
      request.isPage = true;
      done();
    });
    for (const path of PATHS) {
      pages.get(path, async (request, reply) => {
        refuseJson(request);
        const depth = path.split('/').length - 2;
        return reply
          .headers(PAGE_HEADERS)
          .type('text/html; charset=utf-8')
          .send(renderPage(files.text('index.html'), depth));
      });
    }
    pages.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) =>
      sendFile(request, reply, `assets/${request.params['*']}`),
    );
    // To keep: it works without us. Its name has no hash, and its policy is in its head.
    pages.get('/tote-exit.html', async (request, reply) =>
      sendFile(request, reply, 'tote-exit.html', DOWNLOAD_HEADERS),
    );
    pages.get('/icon.svg', async (request, reply) => sendFile(request, reply, 'icon.svg'));
  });

  function sendFile(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    name: string,
    more: Record<string, string> = {},
  ) {
    const file = files.find(name, headers['accept-encoding']);
    if (!file) throw new DomainError('route_not_found');
    reply
      .headers({ ...ASSET_HEADERS, ...more })
      .header('vary', 'accept-encoding')
      .type(file.type);
    if (file.encoding) reply.header('content-encoding', file.encoding);
    return reply.send(file.bytes);
  }
}

/** Programs that ask for JSON get what the API says of an unknown path. */
function refuseJson({ headers: { accept = '' } }: FastifyRequest): void {
  const wantsJson = accept.includes('json') && !/text\/html|\*\/\*/.test(accept);
  if (!wantsJson) return;
  throw new DomainError('route_not_found');
}

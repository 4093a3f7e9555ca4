import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../../queries/create-queries.ts';
import type { PageFiles } from './page-files.ts';
import { missingHead, renderHead } from './page-head.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { depthOf, renderPage } from './render-page.ts';

/** Whoever asks for these is no visitor, whatever they accept. */
const NO_PAGES = /^\/(v1|assets)(\/|$)/;

/** Answers a path that there is not. False: the API answers. */
export type ShowMissing = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** The page itself says that there is nothing, with a way to what there is. */
export function createMissingPage(files: PageFiles, queries: Pick<Queries, 'config'>): ShowMissing {
  return (request, reply) => {
    const path = request.raw.url?.split('?', 1)[0] ?? '';
    const { accept = '' } = request.headers;
    const isVisitor = request.method === 'GET' && accept.includes('text/html');
    if (!isVisitor || NO_PAGES.test(path)) return false;
    request.isPage = true;
    const head = renderHead(missingHead(`${queries.config().origin}/`));
    reply
      .code(404)
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(renderPage(files.text('index.html'), depthOf(path), head));
    return true;
  };
}

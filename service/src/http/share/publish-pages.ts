import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@tote/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../../queries/create-queries.ts';
import type { ServiceConfig } from '../../settings/service-config.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { getSharedMarket, isMarketId } from '../ids.ts';
import { JSON_TYPE } from '../response-headers.ts';
import type { RouteContext } from '../route.ts';
import { CARD_HEIGHT, CARD_WIDTH, escapeMarkup, type Headline, headlineOf } from './headline.ts';
import { depthOf, type PageFiles, readScreenChunks, renderPage, SCREENS } from './page-files.ts';
import { type Head, headOfMarket, headOfPage, headWithout, renderHead } from './page-head.ts';
import {
  ASSET_HEADERS,
  DOWNLOAD_HEADERS,
  embedHeaders,
  LOGO_HEADERS,
  markAsPage,
  PAGE_HEADERS,
} from './page-headers.ts';

const MARKET_PATH = '/m/:id';
const PATHS = Object.keys(SCREENS).filter((path) => path !== MARKET_PATH);
const EMBED_PATH = '/embed/m/:id';

const FILES = [
  // A file to keep: it works without us. Its policy is in its head.
  ['tote-exit.html', DOWNLOAD_HEADERS],
  ['icon.svg', {}],
  ['logo.svg', LOGO_HEADERS],
  ['logo.png', LOGO_HEADERS],
] as const;

type MarketRequest = FastifyRequest<{ Params: { id: string } }>;

export function publishPages(app: FastifyInstance, files: PageFiles, { queries }: RouteContext) {
  const chunks = readScreenChunks(files);
  const origin = () => queries.config().origin;
  const name = () => queries.config().branding.name;

  function send(reply: FastifyReply, file: string, path: string, head: Head) {
    return reply
      .type('text/html; charset=utf-8')
      .send(renderPage(files.text(file), depthOf(path), renderHead(head), chunks.get(path)));
  }

  async function findHead(id: string): Promise<{ readonly status: number; readonly head: Head }> {
    const market = await findShown(queries, id);
    const url = `${origin()}/m/${encodeURIComponent(id)}`;
    if (typeof market === 'string' || market.hidden) {
      const status = market === 'missing' ? 404 : 200;
      return { status, head: headWithout('A market', url, name()) };
    }
    return { status: 200, head: headOfMarket(headlineOf(queries, market), queries.config(), id) };
  }

  app.register(async (pages) => {
    markAsPage(pages);
    for (const path of PATHS) {
      pages.get(path, async (request, reply) => {
        refuseJson(request);
        const url = origin() + (request.raw.url?.split('?', 1)[0] ?? '');
        reply.headers(PAGE_HEADERS);
        return send(reply, 'index.html', path, headOfPage(path, url, name()));
      });
    }
    pages.get(MARKET_PATH, async (request: MarketRequest, reply) => {
      refuseJson(request);
      const { status, head } = await findHead(request.params.id);
      reply.code(status).headers(PAGE_HEADERS);
      return send(reply, 'index.html', MARKET_PATH, head);
    });
    pages.get(EMBED_PATH, async (request: MarketRequest, reply) => {
      const { status, head } = await findHead(request.params.id);
      reply.code(status).headers(embedHeaders(origin()));
      return send(reply, 'embed.html', EMBED_PATH, { ...head, isPrivate: true });
    });
    pages.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) =>
      sendFile(files, request, reply, `assets/${request.params['*']}`),
    );
    for (const [file, headers] of FILES) {
      pages.get(`/${file}`, async (request, reply) =>
        sendFile(files, request, reply, file, headers),
      );
    }
  });

  app.get<{ Querystring: OembedQuery }>('/oembed', async ({ query }, reply) => {
    requireJson(query);
    const market = await getSharedMarket(queries, readMarketUrl(query.url, origin()));
    const answer = presentOembed(market.id, headlineOf(queries, market), queries.config(), query);
    return reply.type(JSON_TYPE).send(JSON.stringify(answer));
  });
}

function sendFile(
  files: PageFiles,
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

function refuseJson({ headers: { accept = '' } }: FastifyRequest): void {
  const wantsJson = accept.includes('json') && !/text\/html|\*\/\*/.test(accept);
  if (!wantsJson) return;
  throw new DomainError('route_not_found');
}

const NO_PAGES = /^\/(v1|assets)(\/|$)/;

export type ShowMissing = (request: FastifyRequest, reply: FastifyReply) => boolean;

export function createMissingPage(files: PageFiles, queries: Pick<Queries, 'config'>): ShowMissing {
  return (request, reply) => {
    const path = request.raw.url?.split('?', 1)[0] ?? '';
    const { accept = '' } = request.headers;
    const isVisitor = request.method === 'GET' && accept.includes('text/html');
    if (!isVisitor || NO_PAGES.test(path)) return false;
    request.isPage = true;
    const { origin, branding } = queries.config();
    const head = renderHead(headWithout('Not found', `${origin}/`, branding.name));
    reply
      .code(404)
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(renderPage(files.text('index.html'), depthOf(path), head));
    return true;
  };
}

/** The page must not wait long for its head. */
const READ_MS_MAX = 2_000;

/** `unknown`: it could not be read now. */
async function findShown(
  queries: Queries,
  id: string,
): Promise<MarketView | 'missing' | 'unknown'> {
  if (!isMarketId(id)) return 'missing';
  const known = queries.peekMarket(id);
  if (known) return known;
  const late = new AbortController();
  try {
    return await Promise.race([
      queries.findMarket(id).then((market) => market ?? 'missing'),
      wait(READ_MS_MAX, 'unknown' as const, { ref: false, signal: late.signal }),
    ]);
  } catch {
    return 'unknown';
  } finally {
    late.abort();
  }
}

// GET /oembed: how others show a market within their pages (https://oembed.com).

const WIDTH = 480;
const HEIGHT = 300;
const CACHE_SECONDS = 300;

/** The widget needs scripts. The page it opens must not inherit the limits of the frame. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

interface OembedQuery {
  readonly url?: string | readonly string[];
  readonly format?: string | readonly string[];
  readonly maxwidth?: string | readonly string[];
  readonly maxheight?: string | readonly string[];
}

function readMarketUrl(text: unknown, origin: string): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  const [, id] = /^\/(?:embed\/)?m\/(market_\w+)$/.exec(url?.pathname ?? '') ?? [];
  if (url?.origin !== origin || id === undefined) throw new DomainError('oembed_url_unknown');
  return id;
}

function requireJson({ format = 'json' }: OembedQuery): void {
  if (format !== 'json') throw new DomainError('oembed_format_unsupported');
}

function presentOembed(
  id: string,
  headline: Headline,
  { origin, branding }: Pick<ServiceConfig, 'origin' | 'branding'>,
  query: OembedQuery,
) {
  const { question, cardPath } = headline;
  const width = Math.min(WIDTH, readLimit(query.maxwidth));
  const height = Math.min(HEIGHT, readLimit(query.maxheight));
  const source = escapeMarkup(`${origin}/embed/m/${id}`);
  const title = escapeMarkup(question);
  // The specification wants no image that is larger than what was asked for.
  const hasRoom =
    readLimit(query.maxwidth) >= CARD_WIDTH && readLimit(query.maxheight) >= CARD_HEIGHT;
  return {
    version: '1.0',
    type: 'rich',
    title: question,
    provider_name: branding.name,
    provider_url: `${origin}/`,
    cache_age: CACHE_SECONDS,
    html:
      `<iframe src="${source}" title="${title}" width="${width}" height="${height}" ` +
      `sandbox="${SANDBOX}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
    width,
    height,
    ...(hasRoom && {
      thumbnail_url: `${origin}${cardPath}`,
      thumbnail_width: CARD_WIDTH,
      thumbnail_height: CARD_HEIGHT,
    }),
  };
}

function readLimit(text: unknown): number {
  const isNumber = typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text);
  return isNumber ? Number(text) : Number.POSITIVE_INFINITY;
}

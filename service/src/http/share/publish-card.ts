import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { MarketView } from '../../store/projection/market-view.ts';
import { limitPerAddress } from '../client-address.ts';
import { getSharedMarket } from '../ids.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import type { RouteContext } from '../route.ts';
import { CardPainter } from './card-painter.ts';
import { cardVersion, readCardData } from './headline.ts';
import { markAsPage } from './page-headers.ts';

const IMAGES_MAX = 64;

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=60',
} as const;

export function publishCard(app: FastifyInstance, context: RouteContext): void {
  const { queries, limits } = context;
  const painter = new CardPainter();
  app.addHook('onClose', () => painter.close());
  const requestsPerMinute = limits.cardsPerMinute;
  const perMinute = { requestsPerMinute, burst: requestsPerMinute, nowMs: () => performance.now() };
  const limit = limitPerAddress(createRateLimiter(perMinute), 'card', context.isLoopbackLimited);
  const images = new LRUCache<string, Promise<Buffer>>({ max: IMAGES_MAX });

  async function find(market: MarketView, version: string, request: FastifyRequest) {
    const key = `${market.id} ${version}`;
    if (!images.has(key)) await limit(request);
    const known = images.get(key);
    if (known) return known;
    const image = readCardData(queries, market).then((data) => painter.paint(data));
    images.set(key, image);
    image.catch(() => images.delete(key));
    return image;
  }

  app.register(async (cards) => {
    markAsPage(cards);
    cards.get<{ Params: { id: string } }>('/m/:id/card.png', async (request, reply) => {
      const market = await getSharedMarket(queries, request.params.id);
      const version = cardVersion(market, queries.now());
      const headers = { ...HEADERS, etag: `"${version}"` };
      const isKnown = request.headers['if-none-match'] === headers.etag;
      if (isKnown) return reply.code(304).headers(headers).send();
      const image = await find(market, version, request);
      return reply.headers(headers).type('image/png').send(image);
    });
  });
}

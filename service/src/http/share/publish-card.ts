import type { Worker } from 'node:worker_threads';
import { startWorker } from '@tote/chain/lib/start-worker';
import { DomainError } from '@tote/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { MarketView } from '../../store/projection/market-view.ts';
import { limitPerAddress } from '../client-address.ts';
import { getSharedMarket } from '../ids.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import type { RouteContext } from '../route.ts';
import { type CardData, cardVersion, readCardData } from './headline.ts';
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

export interface CardRequest {
  readonly id: number;
  readonly data: CardData;
}

export type CardReply = { readonly id: number } & (
  | { readonly png: Uint8Array; readonly error?: undefined }
  | { readonly error: string }
);

const MODULE = new URL('./card-thread.ts', import.meta.url);
const WAITING_MAX = 32;
const BUSY_SECONDS = 2;
const IDLE_MS = 30_000;
/** A thread that is silent for this long is ended. */
const SILENCE_MS_MAX = 60_000;

/** Draws in a thread of its own: a card takes as long as serving hundreds of requests. */
class CardPainter {
  #worker: Worker | undefined;
  #waiting = new Map<number, { resolve(png: Buffer): void; reject(error: Error): void }>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  async paint(data: CardData): Promise<Buffer> {
    if (this.#waiting.size >= WAITING_MAX) {
      throw new DomainError('service_overloaded', { seconds: BUSY_SECONDS });
    }
    this.#worker ??= this.#start();
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, data } satisfies CardRequest);
      this.#setTimer();
    });
  }

  async close(): Promise<void> {
    await this.#end(new DomainError('service_stopping'));
  }

  #start(): Worker {
    const worker = startWorker(MODULE, {});
    worker.unref();
    worker.on('message', (reply: CardReply) => this.#receive(reply));
    worker.on('error', (error) => {
      if (worker === this.#worker) this.#end(error);
    });
    return worker;
  }

  #receive(reply: CardReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.error === undefined) waiting?.resolve(Buffer.from(reply.png));
    else waiting?.reject(new Error(`a card cannot be drawn: ${reply.error}`));
    this.#setTimer();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const isIdle = this.#waiting.size === 0;
    this.#timer = setTimeout(
      () => this.#end(new Error('the thread that draws cards does not answer')),
      isIdle ? IDLE_MS : SILENCE_MS_MAX,
    ).unref();
  }

  async #end(error: Error): Promise<void> {
    clearTimeout(this.#timer);
    const [worker, waiting] = [this.#worker, this.#waiting];
    this.#worker = undefined;
    this.#waiting = new Map();
    for (const { reject } of waiting.values()) reject(error);
    await worker?.terminate();
  }
}

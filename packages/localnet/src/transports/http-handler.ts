import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { readJson, writeJson } from '@tote/chain/lib/json/exact-json';
import type { PageAccess } from '@tote/chain/lib/page-access';
import type { ChainApi, NetworkClient } from '../chain-api.ts';
import { failure, idOf, PARSE_ERROR } from '../rpc/json-rpc.ts';
import { networkClientOf } from './network-client.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/** A client must read its answer within this time, or is disconnected. */
const SEND_MS = 60_000;

interface HttpHandlerOptions {
  bodyBytesMax: number;
  pages: PageAccess;
  sendMs?: number;
}

export class HttpHandler {
  readonly #chain: ChainApi;
  readonly #options: HttpHandlerOptions;

  constructor(chain: ChainApi, options: HttpHandlerOptions) {
    this.#chain = chain;
    this.#options = options;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    // A client that disconnects early is not an error.
    request.on('error', () => {});
    response.on('error', () => {});
    this.#handle(request, response).catch(() => response.destroy());
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request;
    if (method === 'OPTIONS') return reply(response, 204, '');
    if (method === 'GET' && url === '/health') return this.#health(response);
    if (method !== 'POST') {
      response.setHeader('allow', 'POST, OPTIONS');
      const text = 'Used HTTP Method is not allowed. POST or OPTIONS is required\n';
      return reply(response, 405, text);
    }
    if (!isJson(request.headers['content-type'])) {
      const text =
        'Supplied content type is not allowed. Content-Type: application/json is required\n';
      return reply(response, 415, text);
    }
    const body = await this.#readBody(request);
    if (body === undefined) return this.#refuseSize(response);
    const { text, bytes } = await this.#answer(body, networkClientOf(request, this.#options.pages));
    this.#releaseWhenSent(response, bytes);
    return reply(response, 200, text, 'application/json; charset=utf-8');
  }

  #releaseWhenSent(response: ServerResponse, bytes: number): void {
    const { sendMs = SEND_MS } = this.#options;
    const timer = setTimeout(() => response.destroy(), sendMs).unref();
    finished(response, () => {
      clearTimeout(timer);
      this.#chain.release(bytes);
    });
  }

  async #health(response: ServerResponse): Promise<void> {
    const request = { jsonrpc: '2.0', id: 1, method: 'getHealth' };
    const answer = await this.#chain.request(request).catch(() => undefined);
    const isHealthy = (answer as { result?: unknown } | undefined)?.result === 'ok';
    return isHealthy ? reply(response, 200, 'ok') : reply(response, 503, 'unknown');
  }

  async #answer(body: string, client: NetworkClient): Promise<{ text: string; bytes: number }> {
    let request: unknown;
    try {
      request = readJson(body);
    } catch {
      return { text: writeJson(PARSE_ERROR), bytes: 0 };
    }
    try {
      const { answer, bytes } = await this.#chain.serve(request, client);
      return { text: answer === undefined ? '' : writeJson(answer), bytes };
    } catch (error) {
      const message = `Internal error: ${(error as Error).message}`;
      return { text: writeJson(failure(idOf(request) ?? null, -32603, message)), bytes: 0 };
    }
  }

  async #readBody(request: IncomingMessage): Promise<string | undefined> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > this.#options.bodyBytesMax) return undefined;
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  #refuseSize(response: ServerResponse): void {
    // The rest of the body is not read, so the connection must close after the response.
    response.setHeader('connection', 'close');
    const message = `Request body too large: at most ${this.#options.bodyBytesMax} bytes`;
    const body = writeJson(failure(null, -32600, message));
    reply(response, 413, body, 'application/json; charset=utf-8');
    response.once('finish', () => response.req.destroy());
  }
}

const isJson = (type: string | undefined) => /^application\/json\s*(;|$)/i.test(type ?? '');

function reply(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'text/plain; charset=utf-8',
): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...CORS, 'content-type': type, 'content-length': length });
  response.end(body);
}

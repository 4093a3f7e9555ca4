// JSON-RPC over HTTP, as Agave speaks it, and to browsers.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure, PARSE_ERROR } from '../answer.ts';
import type { Room } from '../room.ts';
import { idOf } from '../rpc/json-rpc.ts';
import { readJson, writeJson } from './json-text.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

export class HttpDoor {
  readonly #room: Room;
  readonly #bodyBytesMax: number;

  constructor(room: Room, { bodyBytesMax }: { bodyBytesMax: number }) {
    this.#room = room;
    this.#bodyBytesMax = bodyBytesMax;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    // A client that goes away in the middle is not a fault.
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
    const answer = await this.answer(body);
    return reply(response, 200, answer, 'application/json; charset=utf-8');
  }

  async #health(response: ServerResponse): Promise<void> {
    const request = { jsonrpc: '2.0', id: 1, method: 'getHealth' };
    const answer = await this.#room.ask(request).catch(() => undefined);
    const isHealthy = (answer as { result?: unknown } | undefined)?.result === 'ok';
    return isHealthy ? reply(response, 200, 'ok') : reply(response, 503, 'unknown');
  }

  /** From text to text; empty when no answer is due. */
  async answer(text: string): Promise<string> {
    let request: unknown;
    try {
      request = readJson(text);
    } catch {
      return writeJson(PARSE_ERROR);
    }
    try {
      const answer = await this.#room.ask(request);
      return answer === undefined ? '' : writeJson(answer);
    } catch (error) {
      return writeJson(
        failure(idOf(request) ?? null, -32603, `Internal error: ${(error as Error).message}`),
      );
    }
  }

  /** The body, or nothing if it is too large. */
  async #readBody(request: IncomingMessage): Promise<string | undefined> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > this.#bodyBytesMax) return undefined;
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  #refuseSize(response: ServerResponse): void {
    // The rest of the body is not read: the connection ends with the answer.
    response.setHeader('connection', 'close');
    const message = `Request body too large: at most ${this.#bodyBytesMax} bytes`;
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

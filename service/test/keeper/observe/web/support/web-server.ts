// A real HTTPS server on this machine with five names. Each page of a name has a behaviour that a
// test may change at any time.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type {
  FetchLimits,
  FetchOptions,
} from '../../../../../src/keeper/observe/web/fetch-page.ts';
import { createCertificate } from './certificate.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}.source.test`);
const HERE = '127.0.0.1';

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

const LIMITS: FetchLimits = {
  connectMs: 5_000,
  headersMs: 1_500,
  wholeMs: 2_500,
  bodyBytes: 256 * 1_024,
};

export class WebServer {
  readonly #server: Server;
  readonly #behaviours = new Map<string, Behaviour>();
  readonly certificate;
  readonly requests: { host: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  /** Look-ups of each name; a test may answer them otherwise. */
  readonly lookUps: string[] = [];
  addressOf: (host: string) => string = () => HERE;

  private constructor() {
    this.certificate = createCertificate(NAMES);
    const { key, cert } = this.certificate;
    this.#server = createServer({ key, cert }, (request, response) => {
      const host = (request.headers.host ?? '').split(':')[0] ?? '';
      this.requests.push({ host, url: request.url ?? '', headers: request.headers });
      response.on('error', () => undefined);
      const [path] = (request.url ?? '').split('?');
      const behave = this.#behaviours.get(`${host}${path}`) ?? sends('{"v":5}');
      behave(response, request);
    });
  }

  static async start(): Promise<WebServer> {
    const server = new WebServer();
    await new Promise<void>((resolve) => server.#server.listen(0, HERE, resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** For `TOTE_WEB_SOURCES`: the folder `/v1/` of each name. */
  get listed(): string {
    return NAMES.map((name) => `https://${name}:${this.port}/v1/`).join(',');
  }

  /** The same page of the first so many names, as a condition has them. */
  sources(count: number, page = 'value'): { url: string; pointer: string }[] {
    return NAMES.slice(0, count).map((name) => ({ url: this.urlOf(name, page), pointer: '/v' }));
  }

  urlOf(name: string, page = 'value'): string {
    return `https://${name}:${this.port}/v1/${page}`;
  }

  /** Each letter is a source, from `a` to `e`: `abc` sets three of them. */
  set(letters: string, behaviour: Behaviour, page = 'value'): void {
    for (const letter of letters) {
      this.#behaviours.set(`${letter}.source.test/v1/${page}`, behaviour);
    }
  }

  /** The only way in: none of it can be set in the environment. */
  fetchOptions(limits: Partial<FetchLimits> = {}): FetchOptions {
    return {
      ca: this.certificate.cert,
      limits: { ...LIMITS, ...limits },
      isAllowed: (address) => address === HERE,
      resolve: async (host) => {
        this.lookUps.push(host);
        return [{ address: this.addressOf(host), family: 4 }];
      },
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function sends(body: string, headers: Record<string, string> = {}, status = 200): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

/** Writes bytes as they are, beside all rules of HTTP. */
export function sendsRaw(text: string): Behaviour {
  return (response) => {
    response.socket?.end(text);
  };
}

export const hangs: Behaviour = () => undefined;

/** As much as the reader takes, up to a gigabyte. */
export const sendsGigabyte: Behaviour = (response) => {
  const piece = Buffer.alloc(64 * 1_024, '1');
  let left = 1_024 ** 3;
  response.writeHead(200, { 'content-type': 'text/plain' });
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length;
      if (!response.write(piece)) {
        response.once('drain', write);
        return;
      }
    }
    response.end();
  };
  write();
};

/** One byte at a time, so that no pause is long. */
export const drips: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

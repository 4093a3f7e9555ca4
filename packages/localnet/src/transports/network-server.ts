// Listens for HTTP and WebSocket on one port, and for WebSocket on the next one, which
// @solana/web3.js 1.x expects.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PageAccess } from '@tote/chain/lib/page-access';
import { retry } from '@tote/chain/lib/retry';
import type { ChainApi } from '../chain-api.ts';
import { HttpHandler } from './http-handler.ts';
import { WebSocketHandler } from './websocket-handler.ts';

interface NetworkServerOptions {
  host: string;
  port: number;
  bodyBytesMax: number;
  allowedOrigins: readonly string[];
}

const CONNECTIONS_MAX = 2_000;
const DRAIN_MS = 2_000;
const ATTEMPTS = 20;
const PORT_MAX = 65_535;

const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

export class NetworkServer {
  readonly url: string;
  readonly webSocketUrl: string;
  readonly #servers: Server[];
  readonly #sockets: WebSocketHandler;

  private constructor(servers: Server[], sockets: WebSocketHandler, host: string, port: number) {
    this.#servers = servers;
    this.#sockets = sockets;
    const name = host.includes(':') ? `[${host}]` : host;
    this.url = `http://${name}:${port}`;
    this.webSocketUrl = `ws://${name}:${port + 1}`;
  }

  static async open(
    chain: ChainApi,
    { host, port, bodyBytesMax, allowedOrigins: origins }: NetworkServerOptions,
  ): Promise<NetworkServer> {
    const pages = new PageAccess({ host, origins });
    const http = new HttpHandler(chain, { bodyBytesMax, pages });
    const sockets = new WebSocketHandler(chain, { bodyBytesMax, pages });
    const create = () => {
      const server = createServer(TIMEOUTS, (request, response) => http.handle(request, response));
      server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
      server.maxConnections = CONNECTIONS_MAX;
      return server;
    };
    try {
      const servers = await listenOnPair(create, host, port);
      return new NetworkServer(servers, sockets, host, portOf(servers[0]));
    } catch (error) {
      sockets.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#sockets.close();
    await Promise.all(this.#servers.map(stop));
  }
}

async function listenOnPair(
  create: () => Server,
  host: string,
  port: number,
): Promise<[Server, Server]> {
  const tryOnce = async (): Promise<[Server, Server]> => {
    const first = await listen(create(), host, port);
    try {
      return [first, await listen(create(), host, portOf(first) + 1)];
    } catch (error) {
      await stop(first);
      throw error;
    }
  };
  // With port 0 any pair will do. If the next port is in use, try another pair.
  return retry(tryOnce, { attempts: ATTEMPTS, isRetried: () => port === 0 });
}

function listen(server: Server, host: string, port: number): Promise<Server> {
  if (port > PORT_MAX) throw new Error(`Port ${port} does not exist; choose one below ${PORT_MAX}`);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve(server);
    });
  });
}

function explain(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const elsewhere = `${host} is not an address of this machine`;
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use; stop what uses it or choose another one`,
    EACCES: `Port ${port} needs more rights; choose another`,
    ...{ EADDRNOTAVAIL: elsewhere, ENOTFOUND: elsewhere },
  };
  const message = messages[cause.code ?? ''];
  return message === undefined ? cause : new Error(message, { cause });
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  });
}

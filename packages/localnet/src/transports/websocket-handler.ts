// JSON-RPC with subscriptions over WebSocket.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { PageAccess } from '@tote/lib/page-access';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { ChainApi, Connection, NetworkClient } from '../chain-api.ts';
import { PARSE_ERROR } from '../request-batch.ts';
import { readJson, writeJson } from './json-text.ts';
import { networkClientOf } from './network-client.ts';

const HEARTBEAT_MS = 15_000;
/** Limit of unsent data for a client that reads too slowly. */
const BUFFERED_BYTES_MAX = 16 * 1024 * 1024;
const SOCKETS_MAX = 1_000;

const CODES = { goingAway: 1001, internal: 1011, tryLater: 1013 } as const;

interface WebSocketOptions {
  bodyBytesMax: number;
  pages: PageAccess;
  heartbeatMs?: number;
  bufferedBytesMax?: number;
}

export class WebSocketHandler {
  readonly #chain: ChainApi;
  readonly #server: WebSocketServer;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #pages: PageAccess;
  readonly #bufferedBytesMax: number;
  /** Sockets that have sent a pong since the last ping. */
  readonly #alive = new WeakSet<WebSocket>();

  constructor(chain: ChainApi, options: WebSocketOptions) {
    const { bodyBytesMax: maxPayload, heartbeatMs = HEARTBEAT_MS } = options;
    this.#chain = chain;
    this.#pages = options.pages;
    this.#bufferedBytesMax = options.bufferedBytesMax ?? BUFFERED_BYTES_MAX;
    this.#server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#heartbeat.unref();
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const client = networkClientOf(request, this.#pages);
    this.#server.handleUpgrade(request, socket, head, (webSocket) =>
      this.#accept(webSocket, client),
    );
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const webSocket of this.#server.clients) webSocket.close(CODES.goingAway);
    // Sockets that do not complete the close handshake are terminated.
    setTimeout(() => {
      for (const webSocket of this.#server.clients) webSocket.terminate();
    }, 500).unref();
    this.#server.close();
  }

  #accept(webSocket: WebSocket, client: NetworkClient): void {
    webSocket.on('error', () => webSocket.terminate());
    if (this.#server.clients.size > SOCKETS_MAX) {
      webSocket.close(CODES.tryLater, 'too many connections');
      return;
    }
    this.#alive.add(webSocket);
    webSocket.on('pong', () => this.#alive.add(webSocket));
    let connection: Connection;
    try {
      const listener = {
        message: (message: unknown) => this.#send(webSocket, message),
        ended: () => webSocket.close(CODES.internal, 'the chain has stopped'),
      };
      connection = this.#chain.connect(listener, client);
    } catch {
      webSocket.close(CODES.internal, 'the chain has stopped');
      return;
    }
    webSocket.on('close', () => connection.close());
    webSocket.on('message', (data) => this.#receive(webSocket, connection, data));
  }

  #receive(webSocket: WebSocket, connection: Connection, data: RawData): void {
    let message: unknown;
    try {
      message = readJson(data.toString());
    } catch {
      this.#send(webSocket, PARSE_ERROR);
      return;
    }
    connection.receive(message);
  }

  #send(webSocket: WebSocket, message: unknown): void {
    if (webSocket.bufferedAmount > this.#bufferedBytesMax) {
      webSocket.terminate();
      return;
    }
    if (webSocket.readyState === webSocket.OPEN) webSocket.send(writeJson(message));
  }

  #beat(): void {
    for (const webSocket of this.#server.clients) {
      if (this.#alive.delete(webSocket)) webSocket.ping();
      else webSocket.terminate();
    }
  }
}

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { readJson, writeJson } from '@tote/chain/lib/json/exact-json';
import type { PageAccess } from '@tote/chain/lib/page-access';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { ChainApi, Connection, NetworkClient } from '../chain-api.ts';
import { PARSE_ERROR } from '../rpc/json-rpc.ts';
import { networkClientOf } from './network-client.ts';

const HEARTBEAT_MS = 15_000;
/** Unsent data of a client that reads too slowly, beyond what the operating system takes. */
const BUFFERED_BYTES_MAX = 1024 * 1024;
const BUFFERED_BYTES_MAX_OF_ALL = 64 * 1024 * 1024;
const SOCKETS_MAX = 1_000;

const CODES = { goingAway: 1001, internal: 1011, tryLater: 1013 } as const;

interface WebSocketOptions {
  bodyBytesMax: number;
  pages: PageAccess;
  heartbeatMs?: number;
  bufferedBytesMax?: number;
  bufferedBytesMaxOfAll?: number;
}

export class WebSocketHandler {
  readonly #chain: ChainApi;
  readonly #options: WebSocketOptions;
  readonly #server: WebSocketServer;
  readonly #heartbeat: NodeJS.Timeout;
  /** Sockets that have sent a pong since the last ping. */
  readonly #alive = new WeakSet<WebSocket>();
  /** Growth of the unsent data of all sockets since it was last measured. */
  #bufferedBytesSince = 0;

  constructor(chain: ChainApi, options: WebSocketOptions) {
    const { bodyBytesMax: maxPayload, heartbeatMs = HEARTBEAT_MS } = options;
    this.#chain = chain;
    this.#options = options;
    this.#server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#heartbeat.unref();
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const client = networkClientOf(request, this.#options.pages);
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
        message: (message: unknown, bytes: number) => this.#send(webSocket, message, bytes),
        ended: () => webSocket.close(CODES.internal, 'the chain has ended the connection'),
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

  #send(webSocket: WebSocket, message: unknown, bytes = 0): void {
    const release = () => this.#chain.release(bytes);
    const { bufferedBytesMax = BUFFERED_BYTES_MAX } = this.#options;
    const before = webSocket.bufferedAmount;
    if (before > bufferedBytesMax) webSocket.terminate();
    if (webSocket.readyState !== webSocket.OPEN) {
      release();
      return;
    }
    webSocket.send(writeJson(message), release);
    this.#limitSum(webSocket.bufferedAmount - before);
  }

  /**
   * Measures once half of the limit may have been added, and disconnects the slowest readers until
   * at most half is left. So the sum stays below the limit, and most calls only count.
   */
  #limitSum(growth: number): void {
    const half = (this.#options.bufferedBytesMaxOfAll ?? BUFFERED_BYTES_MAX_OF_ALL) / 2;
    this.#bufferedBytesSince += Math.max(0, growth);
    if (this.#bufferedBytesSince <= half) return;
    this.#bufferedBytesSince = 0;
    let sum = 0;
    for (const webSocket of [...this.#server.clients].sort(byBufferedAmount)) {
      sum += webSocket.bufferedAmount;
      if (sum > half) webSocket.terminate();
    }
  }

  #beat(): void {
    for (const webSocket of this.#server.clients) {
      if (this.#alive.delete(webSocket)) webSocket.ping();
      else webSocket.terminate();
    }
  }
}

const byBufferedAmount = (a: WebSocket, b: WebSocket) => a.bufferedAmount - b.bufferedAmount;

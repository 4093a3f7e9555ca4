// A real HTTP receiver of webhooks that a test may make misbehave at any time. It checks each
// signature as the Standard Webhooks specification says.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
  readonly id: string;
  readonly timestamp: number;
  readonly signatures: readonly string[];
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: events of any shape
  readonly event: any;
}

type Behaviour = (response: ServerResponse, received: Received) => void;

export const answers =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end();

export const hangs: Behaviour = () => undefined;

export class Receiver implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly received: Received[] = [];
  behave: Behaviour = answers(200);
  connections = 0;

  private constructor() {
    this.#server = createServer((request, response) => this.#receive(request, response));
    this.#server.on('connection', (socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get ids(): readonly string[] {
    return this.received.map(({ id }) => id);
  }

  disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.disconnect();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    const header = (name: string) => String(request.headers[name] ?? '');
    const received = {
      ...{ id: header('webhook-id'), timestamp: Number(header('webhook-timestamp')), body },
      ...{ signatures: header('webhook-signature').split(' '), headers: request.headers },
      ...{ path: request.url ?? '', event: JSON.parse(body) },
    };
    this.received.push(received);
    this.behave(response, received);
  }
}

export function isSignedWith(secret: string, { id, timestamp, body, signatures }: Received) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

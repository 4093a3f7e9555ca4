// A TCP proxy that delays what passes through it, and can cut all connections.
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export class SlowProxy {
  readonly port: number;
  delayMs = 0;
  /** New connections are closed at once. */
  isCut = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.port = (server.address() as { port: number }).port;
    server.on('connection', (socket) => {
      if (this.isCut) socket.destroy();
      else this.#join(socket, connect(Number(target.port), target.hostname));
    });
  }

  static async start(target: URL): Promise<SlowProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlowProxy(server, target);
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, server: Socket): void {
    this.#pass(client, server);
    this.#pass(server, client);
  }

  #pass(from: Socket, to: Socket): void {
    // One after the other, so that nothing overtakes when the delay changes.
    let before = Promise.resolve();
    this.#sockets.add(from);
    from.setNoDelay();
    from.on('data', (data) => {
      const dueAt = performance.now() + this.delayMs;
      before = before.then(async () => {
        const waitMs = dueAt - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        to.write(data);
      });
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}

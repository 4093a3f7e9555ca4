import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and fails as the test says. */
export interface TcpProxy extends AsyncDisposable {
  /** That of the server, with another port. */
  readonly url: string;
  /** Ends all connections. */
  cut(): void;
  /** While true, connections are ended as soon as they are made. */
  isClosed: boolean;
  /** While true, nothing is passed on. */
  isSilent: boolean;
  /** Forwards the next chunk that contains this text, and ends the connection at its reply. */
  cutAfter(text: string): void;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const url = new URL(target);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let fatal: string | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isLast = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (!proxy.isSilent) upstream.write(chunk);
      if (fatal === undefined || !chunk.includes(fatal)) return;
      fatal = undefined;
      isLast = true;
    });
    upstream.on('data', (chunk) => {
      if (isLast) client.destroy();
      else if (!proxy.isSilent) client.write(chunk);
    });
    if (proxy.isClosed) client.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as { port: number }).port);
  const proxy: TcpProxy = {
    ...{ url: url.href, isClosed: false, isSilent: false },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    cutAfter(text) {
      fatal = text;
    },
    async [Symbol.asyncDispose]() {
      proxy.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

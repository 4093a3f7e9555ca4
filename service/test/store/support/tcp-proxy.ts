// A TCP proxy that drops the connection at a chosen moment.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly url: string;
  /** Forwards the next chunk that contains this text, and drops the connection at its reply. */
  cutAfter(text: string): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let fatal: string | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isCut = false;
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
      upstream.write(chunk);
      if (fatal === undefined || !chunk.includes(fatal)) return;
      fatal = undefined;
      isCut = true;
    });
    upstream.on('data', (chunk) => {
      if (isCut) client.destroy();
      else client.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    cutAfter: (text) => {
      fatal = text;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

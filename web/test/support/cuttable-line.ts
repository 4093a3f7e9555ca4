// A line to the service that a test can cut and mend.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CuttableLine {
  readonly url: string;
  /** Ends all connections and takes no new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openLine(target: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((visitor) => {
    keep(visitor);
    if (isCut) {
      visitor.destroy();
      return;
    }
    const service = keep(connect(Number(port), hostname));
    visitor.pipe(service).pipe(visitor);
    visitor.on('close', () => service.destroy());
    service.on('close', () => visitor.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    cut,
    mend() {
      isCut = false;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

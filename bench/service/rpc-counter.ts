// A proxy in front of a chain that counts the calls of each method.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RpcCounter {
  readonly url: string;
  /** Requests, and calls by method: a request may have several. */
  take(): { requests: number; calls: Map<string, number> };
  stop(): Promise<void>;
}

export async function startRpcCounter(rpcUrl: string): Promise<RpcCounter> {
  const { hostname, port } = new URL(rpcUrl);
  let requests = 0;
  let calls = new Map<string, number>();
  const count = (body: string) => {
    requests += 1;
    for (const [, method = ''] of body.matchAll(/"method":"(\w+)"/g)) {
      calls.set(method, (calls.get(method) ?? 0) + 1);
    }
  };
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      count(body.toString());
      const upstream = request({ hostname, port, method, headers, path }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      upstream.on('error', () => outgoing.destroy());
      upstream.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = { requests, calls };
      requests = 0;
      calls = new Map();
      return taken;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

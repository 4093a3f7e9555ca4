// A node that keeps a few days of history: what happened before a slot is unknown to it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';

interface TrimmedNode extends AsyncDisposable {
  readonly url: string;
}

/** `target`: a node that has everything. */
export async function startTrimmedNode(target: string, firstSlot: bigint): Promise<TrimmedNode> {
  const server = createServer(async (incoming, outgoing) => {
    const body = await readText(incoming);
    const { id, method } = JSON.parse(body) as { id: unknown; method: string };
    const headers = { 'content-type': 'application/json' };
    const forwarded = await fetch(target, { method: 'POST', headers, body });
    const reply = JSON.parse(await forwarded.text()) as { result: unknown };
    if (method === 'getFirstAvailableBlock') reply.result = Number(firstSlot);
    if (method === 'getSignaturesForAddress') {
      const listed = reply.result as { slot: number }[];
      reply.result = listed.filter(({ slot }) => BigInt(slot) >= firstSlot);
    }
    outgoing.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, ...trim(reply) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function trim(reply: { result?: unknown; error?: unknown }) {
  return reply.result === undefined ? { error: reply.error } : { result: reply.result };
}

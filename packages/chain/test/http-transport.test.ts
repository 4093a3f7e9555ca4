import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSolanaRpcFromTransport, type RpcTransport } from '@solana/kit';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from '../../../tools/test-setup/http-server.ts';
import { createHttpTransport } from '../src/http-transport.ts';

type Answer = (body: string, response: ServerResponse, request: IncomingMessage) => unknown;

async function start(answer: Answer): Promise<RpcTransport> {
  const { url, close } = await startHttpServer(async (request, response) => {
    answer(Buffer.concat(await request.toArray()).toString(), response, request);
  });
  onTestFinished(close);
  return createHttpTransport(url);
}

const call = { payload: { jsonrpc: '2.0', id: 'a', method: 'getSlot', params: [] } };

test('integers of 64 bits are exact in both directions, and the others are numbers', async () => {
  const largest = 2n ** 64n - 1n;
  let sent = '';
  const transport = await start((body, response) => {
    sent = body;
    const fields = `"a":9007199254740991,"b":9007199254740992,"c":[9007199254740993, ${largest}]`;
    response.end(
      `{"id":"a","result":{${fields},"d":"${largest}","e":1.5,"f":"x\\"1234567890123456"}}`,
    );
  });
  const payload = { id: 'a', method: 'x', params: [largest, 2n ** 53n + 1n, 7] };
  expect(await transport({ payload })).toEqual({
    id: 'a',
    result: {
      ...{ a: 9_007_199_254_740_991, b: 2n ** 53n, c: [2n ** 53n + 1n, largest] },
      ...{ d: `${largest}`, e: 1.5, f: 'x"1234567890123456' },
    },
  });
  expect(sent).toBe(`{"id":"a","method":"x","params":[${largest},9007199254740993,7]}`);
});

test("kit's client reads amounts exactly through it, below and above 2^53", async () => {
  const lamports = [2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 64n - 1n];
  const transport = await start((body, response) => {
    const { id } = JSON.parse(body);
    const value = lamports[Number(JSON.parse(body).params[0].length) - 32];
    response.end(`{"jsonrpc":"2.0","id":"${id}","result":{"context":{"slot":5},"value":${value}}}`);
  });
  const rpc = createSolanaRpcFromTransport(transport);
  for (const [index, expected] of lamports.entries()) {
    const { value, context } = await rpc.getBalance('1'.repeat(32 + index) as never).send();
    expect([value, context.slot]).toEqual([expected, 5n]);
  }
});

test('a connection is used again, and one that the node closed meanwhile is replaced', async () => {
  const ports = new Set<number | undefined>();
  let hasClosed = false;
  const transport = await start((_, response, { socket }) => {
    // At its second request this node closes the connection instead of an answer.
    if (ports.has(socket.remotePort) && ports.size === 1 && !hasClosed) {
      hasClosed = true;
      socket.resetAndDestroy();
      return;
    }
    ports.add(socket.remotePort);
    response.end('{"id":"a","result":1}');
  });
  for (let calls = 0; calls < 3; calls += 1) {
    expect(await transport(call)).toEqual({ id: 'a', result: 1 });
  }
  expect(hasClosed).toBe(true);
  expect(ports.size).toBe(2);
});

test.each<[name: string, answer: Answer, error: object]>([
  [
    'another status',
    (_, response) => response.writeHead(429, { 'retry-after': '3' }).end('{"id":"a","result":1}'),
    { context: { statusCode: 429 } },
  ],
  ['no JSON', (_, response) => response.end('<html>'), { name: 'SyntaxError' }],
  [
    'half of a reply',
    (_, response) => {
      response.writeHead(200, { 'content-length': '50' }).write('{"id":"a","result":1}');
      setImmediate(() => response.destroy());
    },
    { code: 'ECONNRESET' },
  ],
  ['no reply', (_, response) => response.destroy(), { code: 'ECONNRESET' }],
])('%s is an error', async (_, answer, error) => {
  const transport = await start(answer);
  await expect(transport(call)).rejects.toMatchObject(error);
});

test('a call that is aborted ends at once', async () => {
  const ending = new AbortController();
  const transport = await start(() => ending.abort());
  await expect(transport({ ...call, signal: ending.signal })).rejects.toThrow('aborted');
});

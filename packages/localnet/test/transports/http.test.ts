import { connect } from 'node:net';
import { generateKeyPairSigner } from '@solana/kit';
import { expect, test } from 'vitest';
import { findPort } from '../../../../tools/test-setup/find-port.ts';
import { type Answer, call, post, startServed } from '../support/localnet.ts';

const HEALTH = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';

test('a request and the health check get responses', async () => {
  const { url } = await startServed();
  expect(await call(url, 'getHealth')).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' });
  const health = await fetch(`${url}/health`);
  expect([health.status, await health.text()]).toEqual([200, 'ok']);
});

test('a batch is answered in order, with an error for each wrong call', async () => {
  const { url } = await startServed();
  const batch = [
    { jsonrpc: '2.0', id: 'a', method: 'getHealth' },
    { jsonrpc: '2.0', id: 7, method: 'noSuchMethod' },
    { jsonrpc: '2.0', method: 'getHealth' },
    'nonsense',
    { jsonrpc: '2.0', id: null, method: 'getSlot' },
  ];
  const { text } = await post(url, JSON.stringify(batch));
  const answers: Answer[] = JSON.parse(text);
  expect(answers.map(({ id }) => id)).toEqual(['a', 7, null, null]);
  expect(answers.map(({ error }) => error?.code)).toEqual([undefined, -32601, -32600, undefined]);
});

const MALFORMED: [name: string, body: string, code: number][] = [
  ['nothing', '', -32700],
  ['half a request', HEALTH.slice(0, -1), -32700],
  ['a word', 'hello', -32700],
  ['binary', '\u0000\u0001', -32700],
  ['a nest of brackets', '['.repeat(100_000), -32700],
  ['a deep request', `${'['.repeat(200)}${']'.repeat(200)}`, -32700],
  ['an empty batch', '[]', -32600],
  ['a batch that is too large', `[${Array(101).fill(HEALTH).join(',')}]`, -32600],
  ['a subscription over HTTP', '{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}', -32601],
];

test.each(MALFORMED)(
  '%s gets the right error and the server keeps running',
  async (_, body, code) => {
    const { url } = await startServed();
    const { status, text } = await post(url, body);
    expect(status).toBe(200);
    const answer: Answer = JSON.parse(text);
    expect(answer.error?.code).toBe(code);
    expect(await call(url, 'getHealth')).toMatchObject({ result: 'ok' });
  },
);

test('a notification is not answered', async () => {
  const { url } = await startServed();
  const body = '{"jsonrpc":"2.0","method":"getHealth"}';
  expect(await post(url, body)).toMatchObject({ status: 200, text: '' });
  expect(await post(url, `[${body}]`)).toMatchObject({ status: 200, text: '' });
});

test('large integers are exact in requests and responses', async () => {
  const { localnet, url } = await startServed();
  const { address } = await generateKeyPairSigner();
  await localnet.sandbox.setAccount(address, { lamports: 18_014_398_509_481_985n });
  const params = JSON.stringify([address, { commitment: 'confirmed' }]);
  const { text } = await post(
    url,
    `{"jsonrpc":"2.0","id":9007199254740993,"method":"getBalance","params":${params}}`,
  );
  expect(text).toContain('"value":18014398509481985');
  expect(text).toContain('"id":9007199254740993');
});

test('a body above the limit is refused, and one below it is not', async () => {
  const { url } = await startServed();
  const padded = (bytes: number) => HEALTH + ' '.repeat(bytes - HEALTH.length);
  expect(await post(url, padded(1024 * 1024))).toMatchObject({ status: 200 });
  const refused = await post(url, padded(1024 * 1024 + 1));
  expect(refused.status).toBe(413);
  expect(JSON.parse(refused.text).error.code).toBe(-32600);
});

test('other HTTP methods and content types are refused as Agave does', async () => {
  const { url } = await startServed();
  expect((await fetch(url)).status).toBe(405);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
  expect((await post(url, HEALTH, 'text/plain')).status).toBe(415);
  expect((await post(url, HEALTH, 'application/json; charset=utf-8')).status).toBe(200);
});

test('a browser may send requests from any origin', async () => {
  const { url } = await startServed();
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,solana-client',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  const { headers } = await post(url, HEALTH);
  expect(headers.get('access-control-allow-origin')).toBe('*');
});

test('a client that disconnects during a request does not affect others', async () => {
  const { url } = await startServed();
  const { port } = new URL(url);
  for (let i = 0; i < 20; i += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    socket.write(`${head}content-length: 5000\r\n\r\n{"jsonrpc"`);
    socket.destroy();
  }
  const garbage = connect(Number(port), '127.0.0.1');
  garbage.on('error', () => {});
  garbage.end('\u0000\u0001\u0002 not http\r\n\r\n');
  expect(await call(url, 'getHealth')).toMatchObject({ result: 'ok' });
});

test('a port that is in use is a clear error', async () => {
  const port = await findPort();
  await startServed({ http: { port } });
  await expect(startServed({ http: { port } })).rejects.toThrow(`Port ${port} is in use`);
  await expect(startServed({ http: { port: port - 1 } })).rejects.toThrow(`Port ${port} is in use`);
});

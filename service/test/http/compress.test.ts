import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptedEncodings, encode } from '../../src/http/compress.ts';
import { sendRaw } from '../support/raw-request.ts';
import { useServers } from './support/servers.ts';

const servers = useServers();
const UNPACK: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
};
const PUBLIC = ['/v1/markets/MARKET', '/v1/config', '/v1/openapi.json', '/v1/asyncapi.json'];

async function ask(port: number, path: string, headers = '', method = 'GET') {
  const line = `${method} ${path.replace('MARKET', servers.marketId)} HTTP/1.1`;
  const request = `${line}\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
  const { head, body } = await sendRaw(port, request);
  const [, encoding = 'identity'] = /content-encoding: (\S+)/.exec(head) ?? [];
  const bytes = Buffer.from(body, 'latin1');
  return { head, encoding, bytes, text: UNPACK[encoding]?.(bytes).toString() };
}

const accept = (encodings: string) => `Accept-Encoding: ${encodings}\r\n`;
/** Without what differs between any two answers. */
const steady = (head: string) => head.replace(/\r\n(x-request-id|date): [^\r]*/g, '');
const untimed = (text = '') => text.replace(/"now":"[^"]*"/, '');

test.each(PUBLIC)('%s is compressed as the client asks, else as it always was', async (path) => {
  const { port } = await servers.start();
  const plain = await ask(port, path);
  expect(plain.bytes.length).toBeGreaterThan(1_024);
  expect(plain.head).not.toMatch(/content-encoding|vary/);
  for (const [asked, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
  ] as const) {
    const packed = await ask(port, path, accept(asked));
    expect(packed.encoding, asked).toBe(encoding);
    expect(packed.head).toContain('vary: accept-encoding');
    expect(packed.head).toContain(`content-length: ${packed.bytes.length}`);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
    expect(untimed(packed.text)).toBe(untimed(plain.text));
  }
  for (const asked of ['identity', 'deflate', 'br;q=0, gzip;q=0.0', '']) {
    const same = await ask(port, path, accept(asked));
    expect(steady(same.head), asked).toBe(steady(plain.head));
    expect(untimed(same.text)).toBe(untimed(plain.text));
  }
});

test('a list is compressed from 1 KiB on, also when it comes from the cache', async () => {
  const { port } = await servers.start();
  const before = await ask(port, '/v1/markets', accept('br'));
  expect(before).toMatchObject({ encoding: 'identity' });
  expect(before.bytes.length).toBeLessThan(1_024);
  while ((await ask(port, '/v1/markets')).bytes.length < 1_024) {
    await servers.world.createMarket();
  }
  const first = await ask(port, '/v1/markets', accept('br'));
  const again = await ask(port, '/v1/markets', accept('br'));
  expect([first.encoding, again.encoding]).toEqual(['br', 'br']);
  expect(again.text).toBe((await ask(port, '/v1/markets')).text);
});

test('answers for one caller and streams are never compressed', async () => {
  const { port } = await servers.start();
  const { apiKey } = servers.world.wallet('alice');
  const key = `Authorization: Bearer ${apiKey}\r\n`;
  for (let count = 0; count < 4; count += 1) {
    await servers.world.bet(servers.marketId, 'alice', 'Yes', 0.01);
  }
  const { head, bytes } = await ask(port, '/v1/account/statement', key + accept('br, gzip'));
  expect(bytes.length).toBeGreaterThan(1_024);
  expect(head).not.toMatch(/content-encoding|vary/);
  const response = await fetch(`http://127.0.0.1:${port}/v1/events`, {
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(response.headers.get('content-encoding')).toBe(null);
  await response.body?.cancel();
});

test('what is kept is compressed once for each encoding', async () => {
  const body = { text: 'x'.repeat(2_000) };
  expect(encode(body, 'br')).toBe(encode(body, 'br'));
  expect(gunzipSync(await encode(body, 'gzip')).toString()).toBe(body.text);
});

test('weights of 0 refuse, whatever stands around them', () => {
  expect(acceptedEncodings('br;q=0.5, gzip')).toEqual(['br', 'gzip']);
  expect(acceptedEncodings('br ; q=0 , gzip;q=0.001')).toEqual(['gzip']);
  expect(acceptedEncodings('*, brotli, gzipped')).toEqual([]);
});

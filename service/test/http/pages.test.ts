// Which web pages may use the faucet and the sandbox.
import { PageAccess } from '@tote/lib/page-access';
import { expect, test } from 'vitest';
import { sendRaw } from './support/raw-request.ts';
import { type TestServer, useServers } from './support/start-server.ts';

const start = useServers();

const GUARDED = [
  ['/v1/faucet', { currency: 'SOL', amount: 5 }],
  ['/v1/sandbox/clock', { advanceSeconds: 60 }],
] as const;

/** `fetch` sets `Host` itself. */
function post({ port }: TestServer, path: string, body: unknown, headers: Record<string, string>) {
  const text = JSON.stringify(body);
  const all = {
    host: `127.0.0.1:${port}`,
    authorization: 'Bearer alice',
    'content-type': 'application/json',
    'content-length': String(text.length),
    connection: 'close',
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(port, `POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${text}`);
}

test.each([
  ['of another origin', { origin: 'https://evil.example' }, 'origin_not_allowed'],
  ['from a file', { origin: 'null' }, 'origin_not_allowed'],
  [
    'whose name was pointed here',
    { origin: 'http://evil.example', host: 'evil.example' },
    'host_not_allowed',
  ],
  ['of another name', { host: 'evil.example' }, 'host_not_allowed'],
])('a page %s may not use them, and nothing happens', async (_, headers, code) => {
  const server = await start();
  for (const [path, body] of GUARDED) {
    const { status, head, body: answer } = await post(server, path, body, headers);
    expect([status, head]).toEqual([403, expect.stringContaining(`x-error-code: ${code}`)]);
    expect(JSON.parse(answer).error).toContain('TOTE_ALLOWED_ORIGINS');
  }
  expect(server.service.calls).toEqual([]);
  const { id } = server.service.addMarket();
  const bet = { outcome: 'Yes', amount: 1 };
  expect((await post(server, `/v1/markets/${id}/bets`, bet, headers)).status).toBe(201);
});

test.each<[string, Record<string, string>]>([
  ['a program without Origin', {}],
  ['a page of this machine', { origin: 'http://localhost:5173' }],
  ['a page that is allowed', { origin: 'https://app.example' }],
  ['a page of the service', { origin: 'https://tote.example', host: 'tote.example' }],
])('%s may use them', async (_, headers) => {
  const origins = ['https://app.example', 'https://tote.example'];
  const server = await start({ pages: new PageAccess({ host: '127.0.0.1', origins }) });
  for (const [path, body] of GUARDED) {
    expect((await post(server, path, body, headers)).status).toBe(200);
  }
});

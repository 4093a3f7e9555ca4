// Malformed requests: each gets a JSON response, and none hangs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from './support/raw-request.ts';
import { startServer, type TestServer } from './support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ limits: { headersMsMax: 400, requestMsMax: 500 } });
});
afterAll(() => server.close());

const HOST = 'Host: x\r\nConnection: close\r\n';
const JSON_HEADERS = `${HOST}Content-Type: application/json\r\nAuthorization: Bearer alice\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

const REFUSED: [string, string | Buffer, number, string][] = [
  ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'request_malformed'],
  ['a TLS ClientHello', Buffer.from([0x16, 3, 1, 2, 0, 1, 0]), 400, 'request_malformed'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'request_malformed'],
  ['no host', 'GET /v1/markets HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'request_malformed'],
  ['an unknown method', `BREW / HTTP/1.1\r\n${HOST}\r\n`, 400, 'request_malformed'],
  [
    'a method that is not allowed',
    `PUT /v1/markets HTTP/1.1\r\n${HOST}\r\n`,
    405,
    'method_not_allowed',
  ],
  ['a method of WebDAV', `PROPFIND /v1/markets HTTP/1.1\r\n${HOST}\r\n`, 405, 'method_not_allowed'],
  ['TRACE', `TRACE /v1/markets HTTP/1.1\r\n${HOST}\r\n`, 405, 'method_not_allowed'],
  ['CONNECT', `CONNECT evil:443 HTTP/1.1\r\n${HOST}\r\n`, 405, 'method_not_allowed'],
  ['a header without a name', `GET / HTTP/1.1\r\n: x\r\n${HOST}\r\n`, 400, 'request_malformed'],
  ['a folded header', `GET / HTTP/1.1\r\n${HOST}A: b\r\n c\r\n\r\n`, 400, 'request_malformed'],
  ['NUL in a header', `GET / HTTP/1.1\r\n${HOST}A: \0\r\n\r\n`, 400, 'request_malformed'],
  [
    'two Content-Length headers',
    `POST /v1/markets HTTP/1.1\r\n${JSON_HEADERS}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
    'request_malformed',
  ],
  [
    'Content-Length and chunks',
    `POST /v1/markets HTTP/1.1\r\n${JSON_HEADERS}Content-Length: 2\r\n` +
      'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'request_malformed',
  ],
  [
    'a negative Content-Length',
    `POST /v1/markets HTTP/1.1\r\n${JSON_HEADERS}Content-Length: -1\r\n\r\n`,
    400,
    'request_malformed',
  ],
  [
    'a chunk without a size',
    `POST /v1/markets HTTP/1.1\r\n${JSON_HEADERS}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
    400,
    'request_malformed',
  ],
  [
    'an unsupported Expect header',
    `POST /v1/markets HTTP/1.1\r\n${JSON_HEADERS}Expect: money\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'request_malformed',
  ],
  [
    'an upgrade with a body that never comes',
    'POST /v1/markets HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Content-Type: application/json\r\nContent-Length: 99\r\n\r\n',
    400,
    'request_malformed',
  ],
  [
    'an upgrade with a malformed path',
    'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    400,
    'path_malformed',
  ],
  [
    'an upgrade of an unknown path',
    'GET /v1/x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    404,
    'route_not_found',
  ],
  [
    'large headers',
    `GET /v1/markets HTTP/1.1\r\n${HOST}A: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'a long URL',
    `GET /v1/markets?${'x'.repeat(9_000)} HTTP/1.1\r\n${HOST}\r\n`,
    414,
    'uri_too_long',
  ],
  ['an endless URL', `GET /${'x'.repeat(70_000)}`, 414, 'uri_too_long'],
  [
    'broken percent-encoding',
    `GET /v1/markets/%E0%A4 HTTP/1.1\r\n${HOST}\r\n`,
    400,
    'path_malformed',
  ],
  [
    'a body that is too large',
    `POST /v1/markets HTTP/1.1\r\n${JSON_HEADERS}Content-Length: 16385\r\n\r\n`,
    413,
    'body_too_large',
  ],
  [
    'chunks that are too large together',
    `POST /v1/markets HTTP/1.1\r\n${JSON_HEADERS}Transfer-Encoding: chunked\r\n\r\n` +
      chunk(' '.repeat(9_000)).repeat(2),
    413,
    'body_too_large',
  ],
  [
    'a compressed body',
    `POST /v1/markets HTTP/1.1\r\n${JSON_HEADERS}Content-Encoding: gzip\r\n` +
      'Content-Length: 2\r\n\r\n{}',
    415,
    'content_type_unsupported',
  ],
  [
    'another charset',
    `POST /v1/markets HTTP/1.1\r\n${HOST}Content-Type: application/json; charset=latin1\r\n` +
      'Content-Length: 2\r\n\r\n{}',
    415,
    'content_type_unsupported',
  ],
  [
    'a form',
    `POST /v1/markets HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\n` +
      'Content-Length: 3\r\n\r\na=b',
    415,
    'content_type_unsupported',
  ],
  [
    'a body without Content-Type',
    `POST /v1/markets HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`,
    415,
    'content_type_unsupported',
  ],
  ['headers that never end', `GET /v1/markets HTTP/1.1\r\nHost: x\r\nA: `, 408, 'request_timeout'],
  [
    'a body that never ends',
    `POST /v1/markets HTTP/1.1\r\n${JSON_HEADERS}Content-Length: 100\r\n\r\n{`,
    408,
    'request_timeout',
  ],
  [
    'chunks that never end',
    `POST /v1/markets HTTP/1.1\r\n${JSON_HEADERS}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
    408,
    'request_timeout',
  ],
];

describe('over a raw socket', () => {
  test.each(REFUSED)('%s', async (_, bytes, status, code) => {
    const answer = await sendRaw(server.port, bytes);
    expect(answer.status).toBe(status);
    expect(answer.head).toContain(`x-error-code: ${code}`);
    expect(answer.head).toContain('content-type: application/json; charset=utf-8');
    expect(answer.head).toContain('x-content-type-options: nosniff');
    expect(answer.head).toContain('access-control-allow-origin: *');
    expect(Object.keys(JSON.parse(answer.body))).toEqual(['error']);
    expect(answer.ms).toBeLessThan(19_000);
  });

  test('a valid request still works, with HTTP/1.0 and pipelined', async () => {
    const old = await sendRaw(server.port, 'GET /healthz HTTP/1.0\r\n\r\n');
    expect([old.status, old.body]).toEqual([200, '{"status":"ok"}']);
    const one = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const two = await sendRaw(server.port, one + one.replace('\r\n\r\n', `\r\n${HOST}\r\n`));
    expect(two.text.match(/\{"status":"ok"\}/g)).toHaveLength(2);
  });

  test('an unsupported upgrade gets a response, and the connection ends', async () => {
    for (const path of ['/v1/markets', '/v1/config']) {
      const offer =
        'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAM\r\n';
      const answer = await sendRaw(server.port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${offer}\r\n`);
      expect(answer.status).toBe(200);
      expect(answer.head).toContain('connection: close');
      expect(answer.ms).toBeLessThan(19_000);
    }
  });

  test('all spellings of the charset UTF-8 are accepted', async () => {
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"']) {
      const { status } = await server.request('POST', '/v1/sandbox/clock', {
        body: { advanceSeconds: 1 },
        headers: { 'content-type': type },
      });
      expect(status, type).toBe(200);
    }
  });

  test('none of these requests reached a command', () => {
    expect(server.service.calls).toEqual([]);
  });
});

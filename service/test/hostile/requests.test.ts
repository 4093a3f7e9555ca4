// Malformed HTTP sent to the real service: a JSON response or a closed connection, soon, and no
// partial effect. Also the limits of one client.
import { connect, type Socket } from 'node:net';
import type { Key } from '@tote/chain/key';
import { beforeAll, describe, expect, test } from 'vitest';
import { WAIT_MS } from '../../../tools/test-setup/limits.ts';
import { count } from '../../../tools/test-setup/stage.ts';
import { demoKey } from '../conformance/support/wallets.ts';
import { Api } from '../faults/support/api.ts';
import { openNewWallet, signRequest } from '../support/new-wallet.ts';
import { sendRaw } from '../support/raw-request.ts';
import { useWorld } from '../support/use-world.ts';
import type { Answer } from '../support/world.ts';
import { listEndpoints } from './endpoints.ts';

const world = useWorld();
let port: number;
let marketId: string;
let credential: string;
let alice: Key;
beforeAll(async () => {
  alice = await demoKey(world, 'alice');
  port = Number(new URL(world.service.baseUrl).port);
  marketId = await world.createMarket();
  credential = `Authorization: Bearer ${world.wallet('alice').apiKey}\r\n`;
});

const HOST = 'Host: x\r\nConnection: close\r\n';
const UPGRADE = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
const BET = '{"outcome":"Yes","amount":0.5}';
const betCount = async () => (await world.get(`/markets/${marketId}`)).body.betCount;

/** The head of a valid bet, up to the Content-Length. */
const bet = (rest: string) =>
  `POST /v1/markets/${marketId}/bets HTTP/1.1\r\n${HOST}${credential}` +
  `Content-Type: application/json\r\n${rest}`;
const length = (count: number) => `Content-Length: ${count}\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** A request without a body; `headers` as lines. */
const ask = (line: string, headers = HOST) => `${line} HTTP/1.1\r\n${headers}\r\n`;
const get = (more: string) => `GET /v1/markets HTTP/1.1\r\n${HOST}${more}\r\n\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const inBytes = (body: Buffer) => Buffer.concat([Buffer.from(bet(length(body.length))), body]);
const whole = () => bet(`${length(30)}${BET}`);

/** By refusal: what is sent. */
const REFUSED: Record<string, Record<string, () => string | Buffer>> = {
  '400 request_malformed': {
    'no HTTP at all': () => 'HELLO\r\n\r\n',
    'a TLS ClientHello': () => Buffer.from([0x16, 3, 1, 2, 0, 1, 0]),
    'HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'an unknown method': () => ask('BREW /v1/markets'),
    'no host': () => ask('GET /v1/markets', 'Connection: close\r\n'),
    'a header without a name': () => `GET / HTTP/1.1\r\n: x\r\n${HOST}\r\n`,
    'a folded header': () => `GET / HTTP/1.1\r\n${HOST}A: b\r\n c\r\n\r\n`,
    'an unsupported Expect header': () => bet(`Expect: money\r\n${length(30)}${BET}`),
    'an upgrade with a body that never comes': () =>
      ask('POST /v1/markets', `${UPGRADE}Content-Length: 99\r\n`),
    'NUL in a header': () => get('A: \0'),
    'two Content-Length headers': () => bet(`Content-Length: 1\r\n${length(30)}${BET}`),
    'Content-Length and chunks': () => bet(`${CHUNKED}${length(30)}${chunk(BET)}0\r\n\r\n`),
    'a negative Content-Length': () => bet(`${length(-1)}${BET}`),
    'a chunk without a size': () => bet(`${CHUNKED}\r\nzz\r\n${BET}\r\n`),
    'a length that is too short': () => bet(`${length(10)}${BET}`),
  },
  '405 method_not_allowed': {
    PROPFIND: () => ask('PROPFIND /v1/markets'),
    TRACE: () => ask('TRACE /v1/markets'),
    CONNECT: () => ask('CONNECT evil:443'),
  },
  '400 path_malformed': {
    'an upgrade with a malformed path': () => ask('GET /%zz', UPGRADE),
    'broken percent-encoding': () => ask('GET /v1/markets/%E0%A4'),
  },
  '404 route_not_found': {
    'an upgrade of an unknown path': () => ask('GET /v1/x', UPGRADE),
  },
  '415 content_type_unsupported': {
    'another charset': () => whole().replace('json', 'json; charset=latin1'),
    'a body without Content-Type': () => whole().replace(/Content-Type.*\r\n/, ''),
    'a bomb that claims to be gzip': () => bet(`Content-Encoding: gzip\r\n${length(30)}${BET}`),
  },
  '431 headers_too_large': {
    'large headers': () => get(`A: ${'x'.repeat(20_000)}`),
    'a thousand headers': () => get('X-Header: of them\r\n'.repeat(1_500).trim()),
  },
  '414 uri_too_long': { 'an endless URL': () => `GET /${'x'.repeat(70_000)}` },
  '413 body_too_large': {
    'a length that is too large': () => bet(length(99_999)),
    'chunks that are too large together': () =>
      bet(`${CHUNKED}\r\n${chunk(' '.repeat(9_000)).repeat(2)}`),
  },
  '400 body_malformed': {
    'a body in UTF-16': () => inBytes(Buffer.from(BET, 'utf16le')),
    'bytes that are no UTF-8': () =>
      inBytes(Buffer.from([...Buffer.from('{"outcome":"'), 0xff, 0xfe, ...Buffer.from('"}')])),
  },
};
const CASES = Object.entries(REFUSED).flatMap(([refusal, sent]) =>
  Object.entries(sent).map(([name, bytes]) => [refusal, name, bytes] as const),
);

describe('over a raw socket', () => {
  test.each(CASES)('%s: %s', async (refusal, _, bytes) => {
    const before = await betCount();
    const answer = await sendRaw(port, bytes(), { endAfterMs: WAIT_MS });
    const [, code] = answer.head.match(/x-error-code: (\w+)/) ?? [];
    expect(`${answer.status} ${code}`).toBe(refusal);
    expect(answer.head).toContain('content-type: application/json; charset=utf-8');
    expect(answer.head).toContain('x-content-type-options: nosniff');
    expect(answer.head).toContain('access-control-allow-origin: *');
    expect(Object.keys(JSON.parse(answer.body))).toEqual(['error']);
    expect(await betCount()).toBe(before);
  });

  test('a bet whose connection ends before the last byte is not placed', async () => {
    const before = await betCount();
    for (const cut of [1, 10, 29]) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(bet(length(30)) + BET.slice(0, cut), () => {
            socket.destroy();
            resolve();
          });
        });
      });
    }
    expect(await betCount()).toBe(before);
  });

  test('a bet whose client does not wait for the response is placed once', async () => {
    const before = await betCount();
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(bet(length(30)) + BET, () => socket.end(resolve));
      });
    });
    await expect.poll(betCount).toBe(before + 1);
  });

  test('a request that is smuggled in the body of another is not executed', async () => {
    const before = await betCount();
    const hidden = bet(length(30)) + BET;
    const first = `GET /v1/config HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n`;
    const answer = await sendRaw(port, `${first}Connection: close\r\n\r\n${hidden}`);
    expect(answer.text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(await betCount()).toBe(before);
  });
});

test('HTTP/1.0, pipelined requests and all spellings of UTF-8 are accepted', async () => {
  const old = await sendRaw(port, 'GET /healthz HTTP/1.0\r\n\r\n');
  expect([old.status, old.body]).toEqual([200, '{"status":"ok"}']);
  const one = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const two = await sendRaw(port, one + one.replace('\r\n\r\n', `\r\n${HOST}\r\n`));
  expect(two.text.match(/\{"status":"ok"\}/g)).toHaveLength(2);
  for (const type of ['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"']) {
    const headers = { 'content-type': type };
    const rawBody = '{"actions":[]}';
    const { status } = await world.call('POST', '/account/transactions', { headers, rawBody });
    // Read, and refused for what it says.
    expect(status, type).toBe(400);
  }
});

test('the longest address, body and key are taken, and those with one character more are not', async () => {
  const padded = (text: string, length: number) => text + 'x'.repeat(length - text.length);
  const address = (length: number) => sendRaw(port, ask(`GET ${padded('/v1/markets?', length)}`));
  const body = (bytes: number) => sendRaw(port, bet(`${length(bytes)}${BET.padEnd(bytes)}`));
  const key = (characters: number) =>
    sendRaw(port, bet(`Idempotency-Key: ${padded('', characters)}\r\n${length(30)}${BET}`));
  for (const [send, most, taken, refused] of [
    [address, 8_192, 200, 414],
    [body, 16_384, 201, 413],
    [key, 255, 201, 400],
  ] as const) {
    const statuses = [(await send(most)).status, (await send(most + 1)).status];
    expect([most, ...statuses]).toEqual([most, taken, refused]);
  }
});

test('an unsupported upgrade gets a response, and the connection ends', async () => {
  for (const path of ['/v1/markets', '/v1/config']) {
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAM\r\n';
    const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${offer}\r\n`);
    expect(answer.status).toBe(200);
    expect(answer.head).toContain('connection: close');
  }
});

describe('one client cannot block the others', () => {
  test('with hundreds of idle connections other clients get responses', async () => {
    const silent: Socket[] = Array.from({ length: 300 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('GET /v1/markets HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      return socket;
    });
    expect((await world.get('/markets')).status).toBe(200);
    expect((await world.bet(marketId, 'alice', 'Yes', 0.01)).status).toBe(201);
    for (const socket of silent) socket.destroy();
  });

  test('headers, bodies and chunks that never end are 408, in JSON', async () => {
    const endless = [
      'GET /v1/markets HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      `${bet(length(30))}{`,
      bet('Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'),
    ];
    const answers = await Promise.all(
      endless.map((bytes) => sendRaw(port, bytes, { endAfterMs: WAIT_MS })),
    );
    for (const { status, body } of answers) {
      expect([status, JSON.parse(body)]).toEqual([408, { error: expect.any(String) }]);
    }
  });
});

// A signed request runs once, whatever the route does with Idempotency-Keys.
/** They answer from what is stored with the key. */
const KEEPING = [
  'POST /v1/markets',
  'POST /v1/markets/{marketId}/attestations',
  'POST /v1/markets/{marketId}/bets',
  'POST /v1/api-keys',
  'POST /v1/faucet',
  'POST /v1/series',
  'POST /v1/transactions',
  'POST /v1/webhooks',
  'POST /v1/webhooks/{webhookId}/secret',
];
async function sendThrice(method: string, path: string, body?: unknown) {
  const { body: config } = await world.get('/config');
  const rawBody = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const headers = signRequest(config, alice, { method, url: `/v1${path}`, rawBody });
  const idempotencyKey = `${method} ${path}`;
  const send = () => world.call(method, path, { body, headers, idempotencyKey });
  return [await send(), await send(), await send()];
}

const codesOf = (answers: readonly Answer[]) => answers.map(({ code }) => code);

test('of every endpoint that takes a signature, only those that keep the key take it again', async () => {
  const endpoints = (await listEndpoints(world)).filter(({ codes }) => codes.has('nonce_reused'));
  const keeping: string[] = [];
  for (const { method, path, hasBody, name } of endpoints) {
    const url = path.replace('/v1', '').replace(/\{\w+\}/g, 'x');
    // A stream would not end.
    if (name === 'GET /v1/events' || name === 'GET /v1/ws') continue;
    const [first, ...later] = codesOf(await sendThrice(method, url, hasBody ? {} : undefined));
    expect(first, name).not.toBe('nonce_reused');
    if (later.every((code) => code === 'nonce_reused')) continue;
    expect(later, name).toEqual([first, first]);
    keeping.push(name);
  }
  expect(keeping.sort()).toEqual([...KEEPING].sort());
});

test('a signed request moves the clock once', async () => {
  const before = Date.parse((await world.get('/config')).body.now);
  const answers = await sendThrice('POST', '/sandbox/clock', { advanceSeconds: 86_400 });
  expect(codesOf(answers)).toEqual([null, 'nonce_reused', 'nonce_reused']);
  const passed = Date.parse((await world.get('/config')).body.now) - before;
  expect(passed).toBeGreaterThanOrEqual(86_400_000);
  expect(passed).toBeLessThan(2 * 86_400_000);
});

// Concurrent requests with one key or for one balance. On SQLite; replicas/ has PostgreSQL.
const ROUNDS = Array.from({ length: count(1, 50) }, (_, round) => round);

test.each(ROUNDS)(
  '50 different requests with one Idempotency-Key are one bet, round %i',
  async () => {
    const api = new Api(world.service.baseUrl);
    const contested = await world.createMarket();
    const bettor = await openNewWallet(api.baseUrl, { SOL: '60' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        api.betUntilDecided(bettor, {
          marketId: contested,
          key: 'the same',
          amount: index % 2 === 0 ? 1 : 2,
        }),
      ),
    );
    const placed = answers.filter(({ status }) => status === 201);
    expect(new Set(placed.map(({ text }) => text)).size).toBe(1);
    expect(placed).toHaveLength(25);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const { code } of refused) expect(code).toBe('idempotency_key_reused');
    const { body } = await api.get('/account', bettor);
    expect(body.staked.SOL).toBe(placed[0]?.body.amountStaked);
  },
);

// The last one: the markets of the others have expired by then.
test('many moves of the clock at once are refused before they break the chain', async () => {
  const body = { advanceSeconds: 3_650 * 86_400 };
  const moves = Array.from({ length: 30 }, () =>
    world.post('/sandbox/clock', body, { as: 'alice' }),
  );
  const statuses = (await Promise.all(moves)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 400]));
  const { now } = (await world.get('/config')).body;
  expect(Date.parse(now)).toBeLessThan(Date.UTC(2100, 0, 1));
  expect((await world.post('/markets', {}, { as: 'alice' })).status).toBe(400);
  expect(await world.createMarket()).toMatch(/./);
});

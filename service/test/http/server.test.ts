// What holds for every response, whichever endpoint gives it.
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import helmet from '@fastify/helmet';
import { unixSeconds } from '@tote/domain';
import Fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Overload } from '../../src/http/admission.ts';
import { createRateLimiter, type RateLimiter } from '../../src/http/rate-limiter.ts';
import { RESPONSE_HEADERS } from '../../src/http/response-headers.ts';
import { acceptedEncodings, encode } from '../../src/http/send-json.ts';
import { toDomainError } from '../../src/submissions/records.ts';
import { Metrics } from '../../src/telemetry/metrics.ts';
import { sendRaw } from '../support/raw-request.ts';
import { TestLog } from '../support/test-log.ts';
import { type TestServer, useServers } from './support/servers.ts';

const servers = useServers();
const { start } = servers;
const BET = { outcome: 'Yes', amount: 0.001 };
const betPath = () => `/v1/markets/${servers.marketId}/bets`;
const MADE = /^[0-9a-f]{8}-[0-9a-z]+$/;

async function askAll({ request }: TestServer) {
  const path = `/v1/markets/${servers.marketId}`;
  return [
    await request('GET', '/v1/markets'),
    await request('GET', path),
    await request('GET', '/v1/config'),
    await request('POST', `${path}/bets`, { body: BET, as: 'alice' }),
    await request('POST', `${path}/bets`, { body: {}, as: 'alice' }),
    await request('POST', '/v1/markets', { body: '{', as: 'alice' }),
    await request('GET', '/v1/nothing'),
    await request('DELETE', '/v1/markets'),
    await request('GET', '/v1/markets/%zz'),
    await request('OPTIONS', '/v1/markets'),
    await request('GET', '/healthz'),
    await request('GET', '/metrics'),
  ];
}

describe('headers', () => {
  test('every kind of response has them, and an id of its own', async () => {
    const answers = await askAll(await start());
    for (const { headers } of answers) {
      for (const [name, value] of Object.entries(RESPONSE_HEADERS)) {
        expect(headers.get(name)).toBe(value);
      }
      expect(headers.get('access-control-allow-credentials')).toBe(null);
      expect(headers.get('x-powered-by')).toBe(null);
      expect(headers.get('x-request-id')).toMatch(MADE);
    }
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(answers.length);
  });

  test('no cache keeps an answer to a caller, whatever the credential is', async () => {
    const { request } = await start();
    const keep = async (...call: Parameters<typeof request>) =>
      (await request(...call)).headers.get('cache-control');
    const { apiKey } = servers.world.wallet('alice');
    const headers = { 'x-api-key': apiKey };
    for (const path of ['/v1/account', `/v1/markets/${servers.marketId}`]) {
      expect(await keep('GET', path, { headers }), path).toBe('no-store');
    }
    for (const body of [BET, {}]) {
      expect(await keep('POST', betPath(), { body, headers })).toBe('no-store');
    }
    expect(await keep('GET', `/v1/markets/${servers.marketId}`)).toBe(null);
  });

  test('are those of Helmet, apart from the ones that only pages need', async () => {
    const app = Fastify();
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
      },
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      frameguard: { action: 'deny' },
      strictTransportSecurity: false,
      referrerPolicy: false,
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      dnsPrefetchControl: false,
      ieNoOpen: false,
      permittedCrossDomainPolicies: false,
      xssFilter: false,
    });
    app.get('/', async () => ({}));
    const { headers } = await app.inject('/');
    const ours = Object.fromEntries(
      Object.entries(RESPONSE_HEADERS).filter(([name]) => !name.startsWith('access-control-')),
    );
    expect(headers).toMatchObject(ours);
    const http = ['content-type', 'content-length', 'date', 'connection'];
    const names = Object.keys(headers).filter((name) => !http.includes(name));
    expect(names.sort()).toEqual(Object.keys(ours).sort());
    await app.close();
  });

  test('a CORS preflight gets the methods and headers', async () => {
    const { request } = await start();
    const { status, headers } = await request('OPTIONS', '/v1/markets', {
      headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS, POST');
    expect(headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect((await request('OPTIONS', '/v1/nothing')).status).toBe(404);
  });
});

describe('the id of a request', () => {
  test('is that of the client if it is sane', async () => {
    const { request } = await start();
    const ask = async (own: string, path = '/v1/markets') =>
      (await request('GET', path, { headers: { 'x-request-id': own } })).headers.get(
        'x-request-id',
      );
    for (const own of ['a', 'Trace_1.2-3', 'x'.repeat(128)]) {
      expect(await ask(own)).toBe(own);
      expect(await ask(own, '/v1/nothing')).toBe(own);
    }
    for (const own of ['x'.repeat(129), 'two words', 'a,b', '"}', 'ä', '']) {
      expect(await ask(own)).toMatch(MADE);
    }
  });

  test('is with streams, and with what the HTTP parser refuses', async () => {
    const server = await start();
    const headers = { 'x-request-id': 'stream-1' };
    const events = await fetch(`${server.url}/v1/events`, { headers });
    expect(events.headers.get('x-request-id')).toBe('stream-1');
    await events.body?.cancel();
    for (const [own, expected] of [
      [{}, expect.stringMatching(MADE)],
      [{ 'x-request-id': 'socket-1' }, 'socket-1'],
    ] as const) {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/ws`, { headers: own });
      const [upgrade] = await once(socket, 'upgrade');
      expect(upgrade.headers['x-request-id']).toEqual(expected);
      socket.terminate();
    }
    const { text } = await sendRaw(server.port, 'HELLO\r\n\r\n');
    expect(text).toMatch(/\r\nx-request-id: [0-9a-f]{8}-[0-9a-z]+\r\n/);
  });
});

describe('errors', () => {
  test('inside are 500 without a reason, and logged with the id, without secrets', async () => {
    const log = new TestLog();
    const placeBet = async () => {
      throw new Error('password=hunter2 at /etc/secret');
    };
    const { request } = await start({ log, commands: { ...servers.options.commands, placeBet } });
    const answer = await request('POST', betPath(), { body: BET, as: 'alice' });
    expect([answer.status, answer.code]).toEqual([500, 'internal_error']);
    expect(answer.text).not.toContain('hunter2');
    const [line, ...more] = log.lines.filter(({ level }) => level === 'error');
    expect(more).toEqual([]);
    const requestId = answer.headers.get('x-request-id');
    expect(line?.fields).toMatchObject({ requestId, route: '/v1/markets/:marketId/bets' });
    expect(JSON.stringify(line)).not.toContain('Bearer');
  });

  test('of a recorded bet are logged with the id and its transaction', async () => {
    const log = new TestLog();
    const failed = toDomainError({ code: 'internal_error', params: {} }, 'tx1');
    const placeBet = () => Promise.reject(failed);
    const { request } = await start({ log, commands: { ...servers.options.commands, placeBet } });
    const headers = { 'x-request-id': 'mine' };
    const options = { body: BET, as: 'alice', headers } as const;
    expect((await request('POST', betPath(), options)).status).toBe(500);
    const fields = log.lines.filter(({ level }) => level === 'error').map((line) => line.fields);
    const error = expect.objectContaining({ cause: 'transaction tx1' });
    expect(fields).toEqual([{ requestId: 'mine', route: '/v1/markets/:marketId/bets', error }]);
  });

  test('escape hostile characters of the request, and are short', async () => {
    const { request } = await start();
    const body = { ['\u202eevil\n'.repeat(200)]: 1 };
    const { status, json } = await request('POST', betPath(), { body, as: 'alice' });
    expect(status).toBe(400);
    expect(json.error).not.toMatch(/[\u202e\n]/);
    expect(json.error.length).toBeLessThan(500);
  });

  test('on a cluster there is no faucet', async () => {
    const { queries } = servers.options;
    const config = Object.create(queries.config(), { cluster: { value: 'remote' } });
    const { request } = await start({ queries: { ...queries, config: () => config } });
    const body = { currency: 'SOL', amount: 5 };
    const { headers } = await request('POST', '/v1/faucet', { body, as: 'alice' });
    expect(headers.get('x-error-code')).toBe('route_not_found');
  });
});

describe('rate limits', () => {
  const limiter = (requestsPerMinute: number) =>
    createRateLimiter({ requestsPerMinute, burst: 2, nowMs: () => 0 });

  /** The status of a request that a proxy forwards for an address. */
  const forwardedTo =
    ({ request }: TestServer) =>
    async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await request('GET', '/v1/markets', { headers })).status;
    };

  test('per address, loopback only if configured', async () => {
    const free = await start({ ipLimiter: limiter(60) });
    for (let count = 0; count < 5; count += 1) {
      expect((await free.request('GET', '/v1/markets')).status).toBe(200);
    }
    const strict = await start({ ipLimiter: limiter(60), isLoopbackLimited: true });
    expect((await strict.request('GET', '/v1/markets')).status).toBe(200);
    expect((await strict.request('GET', '/v1/markets')).status).toBe(200);
    const refused = await strict.request('GET', '/v1/markets');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.code).toBe('rate_limited');
    const preview = await strict.request('POST', '/v1/markets/preview', { body: {} });
    expect(preview.status).toBe(429);
  });

  test('prepares are limited by address, whatever wallet they name', async () => {
    const server = await start({
      prepareLimiter: limiter(1),
      isLoopbackLimited: true,
      trustProxy: 1,
    });
    const path = `${betPath()}/prepare`;
    const prepare = async ({ request }: TestServer, from: string, wallet: string) => {
      const headers = { 'x-forwarded-for': from };
      return (await request('POST', path, { body: { ...BET, wallet }, headers })).status;
    };
    const [alice, bob, carol] = (['alice', 'bob', 'carol'] as const).map(
      (name) => servers.world.wallet(name).address,
    ) as [string, string, string];
    const statuses: number[] = [];
    for (const wallet of [alice, bob, carol]) {
      statuses.push(await prepare(server, '203.0.113.5', wallet));
    }
    expect(statuses).toEqual([200, 200, 429]);
    for (const [other, body] of [
      ['/v1/account/transactions', { actions: [{ type: 'open' }] }],
      ['/v1/markets/prepare', await servers.world.marketBody()],
      [`/v1/markets/${servers.marketId}/veto/prepare`, {}],
    ] as const) {
      const sent = {
        body: { wallet: alice, ...body },
        headers: { 'x-forwarded-for': '203.0.113.5' },
      };
      expect((await server.request('POST', other, sent)).status, other).toBe(429);
    }
    expect(await prepare(server, '203.0.113.6', alice)).toBe(200);
    const free = await start({ prepareLimiter: { take: () => 7 } });
    expect(await prepare(free, '203.0.113.5', alice)).toBe(200);
  });

  test('per address behind a trusted proxy', async () => {
    const from = forwardedTo(await start({ ipLimiter: limiter(60), trustProxy: 1 }));
    for (const status of [200, 200, 429]) expect(await from('203.0.113.5')).toBe(status);
    expect(await from('203.0.113.6')).toBe(200);
    // What the client wrote itself comes before the address that the proxy added.
    expect(await from('198.51.100.1, 203.0.113.5')).toBe(429);
  });

  test('without a trusted proxy the header means nothing', async () => {
    const from = forwardedTo(await start({ ipLimiter: limiter(60), isLoopbackLimited: true }));
    expect([await from('203.0.113.5'), await from('203.0.113.6')]).toEqual([200, 200]);
    expect(await from('203.0.113.7')).toBe(429);
  });

  describe('of a wallet, whose key is known from its second request on', () => {
    const start = async (walletLimiter: RateLimiter) => {
      const { request } = await servers.start({ walletLimiter, log: new TestLog() });
      return async (key: string) => {
        const headers = { authorization: `Bearer ${key}` };
        return request('POST', betPath(), { body: BET, headers });
      };
    };
    const makeKey = async (scope: string) => {
      const body = { name: scope, scopes: [scope] };
      return (await servers.world.post('/api-keys', body, { as: 'alice' })).body.key;
    };

    test('count all of its keys, before the scope is looked at', async () => {
      const bet = await start(limiter(1));
      const [better, reader] = [await makeKey('bet'), await makeKey('read')];
      const statuses: number[] = [];
      for (const key of [better, better, better, reader, reader]) {
        statuses.push((await bet(key)).status);
      }
      expect(statuses).toEqual([201, 201, 429, 429, 429]);
    });

    test('wait for a limiter that has to ask, and fail with it', async () => {
      const answers: (number | null)[] = [null, null, 7];
      const take = async () => {
        if (answers.length === 0) throw new Error('the limiter failed');
        return answers.shift() as number | null;
      };
      const bet = await start({ take });
      const key = await makeKey('bet');
      expect([(await bet(key)).status, (await bet(key)).status]).toEqual([201, 201]);
      const refused = await bet(key);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
      expect((await bet(key)).status).toBe(500);
    });
  });

  test('refill over time', () => {
    let nowMs = 0;
    const { take } = createRateLimiter({ requestsPerMinute: 60, burst: 2, nowMs: () => nowMs });
    expect([take('a'), take('a'), take('a'), take('b')]).toEqual([null, null, 1, null]);
    nowMs = 999;
    expect(take('a')).toBe(1);
    nowMs = 1_000;
    expect([take('a'), take('a')]).toEqual([null, 1]);
    nowMs = 1e9;
    expect([take('a'), take('a'), take('a')]).toEqual([null, null, 1]);
  });
});

describe('health', () => {
  test('readiness gives a reason for each check that fails, health stays ok', async () => {
    const { queries } = servers.options;
    const found = { disk: 'It is full.', database: null, chain: 'It is down.' };
    const { request } = await start({ queries: { ...queries, checkWrites: async () => found } });
    // Tests run from the sources.
    const build = { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: 'unknown' };
    const unready = await request('GET', '/readyz?for=writes');
    expect([unready.status, unready.json]).toEqual([
      503,
      {
        error: 'It is full. It is down.',
        checks: { disk: 'It is full.', database: 'ok', chain: 'It is down.' },
        build,
      },
    ]);
    const own = await request('GET', '/readyz');
    expect([own.status, own.json]).toEqual([
      200,
      { status: 'ready', checks: { disk: 'ok', database: 'ok', clock: 'ok' }, build },
    ]);
    expect((await request('GET', '/readyz?for=reads')).status).toBe(400);
    expect((await request('GET', '/healthz')).status).toBe(200);
  });

  test('metrics count requests by route and status', async () => {
    const { request } = await start();
    await request('GET', '/v1/markets');
    await request('GET', '/v1/markets?limit=x');
    await request('GET', '/nothing');
    const { text } = await request('GET', '/metrics');
    const count = (labels: string) =>
      text.includes(`tote_http_request_duration_seconds_count{${labels}} 1\n`);
    expect(count('method="GET",route="/v1/markets",status="200"')).toBe(true);
    expect(count('method="GET",route="/v1/markets",status="400"')).toBe(true);
    expect(count('method="GET",route="unknown",status="404"')).toBe(true);
    expect(text).toMatch(/_bucket\{le="\+Inf",method="GET",route="\/v1\/markets",status="200"\} 1/);
  });

  test('metrics are served unless they are served apart, and still count', async () => {
    const metrics = new Metrics();
    const { request } = await start({ metrics, servesMetrics: false });
    const refused = await request('GET', '/metrics');
    expect([refused.status, refused.code]).toEqual([404, 'route_not_found']);
    const { text } = await metrics.render();
    expect(text).toContain('tote_refusals_total{code="route_not_found"} 1\n');
    expect(text).toContain('tote_refusals_total{code="internal_error"} 0\n');
  });

  test('no other spelling reaches the metrics, and nothing that a proxy forwards', async () => {
    const { request } = await start();
    const missing = [404, 'route_not_found'];
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const { status, headers: given } = await request('GET', path, { headers });
      return [status, given.get('x-error-code')];
    };
    expect(await ask('/metrics?x=1')).toEqual([200, null]);
    for (const path of ['/%6detrics', '/%6Detrics', '/metric%73?x=1', '//metrics', '/metrics/']) {
      expect([path, await ask(path)]).toEqual([path, missing]);
    }
    for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP']) {
      expect(await ask('/metrics', { [header]: '203.0.113.7' })).toEqual(missing);
    }
  });

  test('with a large event-loop lag requests are refused, but not health checks', async () => {
    // Every sample is late.
    const { request } = await start({ limits: { eventLoopLagMsMax: -1e9 } });
    await expect.poll(async () => (await request('GET', '/v1/markets')).status).toBe(503);
    const refused = await request('GET', '/v1/markets');
    expect(refused.code).toBe('service_overloaded');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await request('GET', '/healthz')).status).toBe(200);
  });

  test('two late samples are ignored, and one in time ends the overload', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let nowMs = 0;
    const overload = new Overload(1_000, () => nowMs);
    const sampleAfter = (ms: number) => {
      nowMs += ms;
      vi.advanceTimersByTime(200);
      return overload.isBehind;
    };
    const samples = (...waits: number[]) => waits.map(sampleAfter);
    expect(samples(200, 1_201, 1_201, 200)).toEqual([false, false, false, false]);
    expect(samples(1_201, 1_201, 1_201)).toEqual([false, false, true]);
    expect(samples(1_201, 1_200)).toEqual([true, false]);
    overload.close();
    vi.useRealTimers();
  });
});

test('a move of the clock may take longer than a connection may be idle', async () => {
  const { commands } = servers.options;
  const advanceClock = async () => {
    await sleep(500);
    return unixSeconds(0);
  };
  const idleMsMax = 100;
  const { request } = await start({
    limits: { idleMsMax },
    commands: { ...commands, advanceClock },
  });
  const body = { advanceSeconds: 1 };
  const { status, json } = await request('POST', '/v1/sandbox/clock', { body, as: 'alice' });
  expect([status, json]).toEqual([200, { now: '1970-01-01T00:00:00Z' }]);
});

test('a server that closes finishes running requests and accepts no new ones', async () => {
  const { commands } = servers.options;
  const held = new EventEmitter();
  const arrived = once(held, 'arrived');
  const placeBet: typeof commands.placeBet = async (...given) => {
    const released = once(held, 'released');
    held.emit('arrived');
    await released;
    return commands.placeBet(...given);
  };
  const server = await start({ commands: { ...commands, placeBet } });
  const body = JSON.stringify(BET);
  const request =
    `POST ${betPath()} HTTP/1.1\r\nHost: x\r\n` +
    `Authorization: Bearer ${servers.world.wallet('alice').apiKey}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const next = 'GET /v1/markets HTTP/1.1\r\nHost: x\r\n\r\n';
  const answers = sendRaw(server.port, request + next, { endAfterMs: 60_000 });
  await arrived;
  const closed = server.app.close();
  await expect.poll(() => fetch(`${server.url}/healthz`).catch(() => 'refused')).toBe('refused');
  held.emit('released');
  const { text } = await answers;
  await closed;
  expect(text).toContain('HTTP/1.1 201');
  expect(text).toContain('"amountStaked":0.001,');
});

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

const MESSAGE = 'A visitor reported a market';
const reportsIn = ({ lines }: TestLog) => lines.filter(({ message }) => message === MESSAGE);

test('a report is one line of the log, and cannot forge another', async () => {
  const log = new TestLog();
  const { request } = await servers.start({ log });
  const { marketId } = servers;
  const path = `/v1/markets/${marketId}/reports`;
  const reason = 'Spam, "quoted" {"level":"error"}';
  const answer = await request('POST', path, { body: { reason } });
  expect(answer.json).toEqual({ reported: true });
  const fields = { marketId, requestId: expect.any(String), reason };
  expect(reportsIn(log)).toEqual([{ level: 'warn', message: MESSAGE, fields }]);
  for (const wrong of [
    'a\nforged line',
    'a\rb',
    '\u001b[31mred',
    'a\u202eb',
    'no',
    'x'.repeat(501),
  ]) {
    const refused = await request('POST', path, { body: { reason: wrong } });
    expect(refused.status, wrong).toBe(400);
  }
  for (const right of ['spa', 'x'.repeat(500)]) {
    expect((await request('POST', path, { body: { reason: right } })).status).toBe(200);
  }
  const unknown = path.replace(/market_\w+/, `market_${'1'.repeat(32)}`);
  expect((await request('POST', unknown, { body: { reason: 'spam' } })).status).toBe(404);
  expect(reportsIn(log)).toHaveLength(3);
});

test('an address reports five times a minute', async () => {
  const log = new TestLog();
  const { request } = await servers.start({ log, isLoopbackLimited: true, trustProxy: 1 });
  const report = async (from: string) => {
    const headers = { 'x-forwarded-for': from };
    const options = { body: { reason: 'spam' }, headers };
    return (await request('POST', `/v1/markets/${servers.marketId}/reports`, options)).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push(await report('203.0.113.5'));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await report('203.0.113.6')).toBe(200);
  expect(reportsIn(log)).toHaveLength(6);
});

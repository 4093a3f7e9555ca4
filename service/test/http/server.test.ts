// What holds for every response.
import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { Overload } from '../../src/http/overload.ts';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import { RESPONSE_HEADERS } from '../../src/http/response-headers.ts';
import type { ServerOptions } from '../../src/http/server.ts';
import { ALICE, BOB, PROGRAM } from './support/memory-config.ts';
import { sendRaw } from './support/raw-request.ts';
import { startServer, type TestServer, useServers } from './support/start-server.ts';

const start = useServers();

describe('headers', () => {
  test('every kind of response has them', async () => {
    const server = await start();
    const { id } = server.service.addMarket();
    const bets = `/v1/markets/${id}/bets`;
    const answers = [
      await server.request('GET', '/v1/markets'),
      await server.request('GET', `/v1/markets/${id}`),
      await server.request('GET', '/v1/config'),
      await server.request('POST', bets, { body: { outcome: 'Yes', amount: 1 } }),
      await server.request('POST', bets, { body: {} }),
      await server.request('GET', '/v1/nothing'),
      await server.request('GET', '/v1/markets/%zz'),
      await server.request('OPTIONS', '/v1/markets'),
      await server.request('GET', '/healthz'),
      await server.request('GET', '/metrics'),
    ];
    for (const { headers } of answers) {
      for (const [name, value] of Object.entries(RESPONSE_HEADERS)) {
        expect(headers.get(name)).toBe(value);
      }
      expect(headers.get('access-control-allow-credentials')).toBe(null);
      expect(headers.get('x-powered-by')).toBe(null);
    }
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

  test('an error response has its code', async () => {
    const server = await start();
    const { headers } = await server.request('GET', '/v1/nothing');
    expect(headers.get('x-error-code')).toBe('route_not_found');
    expect(headers.get('access-control-expose-headers')).toContain('X-Error-Code');
  });

  test('a CORS preflight gets the methods and headers', async () => {
    const server = await start();
    const { status, headers } = await server.request('OPTIONS', '/v1/markets', {
      as: null,
      headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS, POST');
    expect(headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect((await server.request('OPTIONS', '/v1/nothing')).status).toBe(404);
  });

  test('HEAD responds like GET without the body', async () => {
    const server = await start();
    const { id } = server.service.addMarket();
    for (const path of ['/v1/markets', `/v1/markets/${id}`, '/v1/config']) {
      const [head, get] = [await server.request('HEAD', path), await server.request('GET', path)];
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    }
  });
});

describe('internal errors', () => {
  test('are 500 without a reason, and logged without secrets', async () => {
    const lines: [object, string][] = [];
    const log = {
      debug() {},
      info() {},
      warn() {},
      error: (fields: object, message: string) => lines.push([fields, message]),
    };
    const server = await start({ log: log as ServerOptions['log'] });
    server.service.fault = new Error('password=hunter2 at /etc/secret');
    const { id } = server.service.addMarket();
    const answer = await server.request('POST', `/v1/markets/${id}/bets`, {
      body: { outcome: 'Yes', amount: 1 },
    });
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([500, 'internal_error']);
    expect(answer.text).not.toContain('hunter2');
    expect(lines).toHaveLength(1);
    const [fields] = lines[0] as [{ requestId: string; route: string }, string];
    expect(fields.requestId).toBe(answer.headers.get('x-request-id'));
    expect(fields.route).toBe('/v1/markets/:marketId/bets');
    expect(JSON.stringify(fields)).not.toContain('Bearer');
  });
});

describe('rate limits', () => {
  const limiter = (requestsPerMinute: number) =>
    createRateLimiter({ requestsPerMinute, burst: 2, nowMs: () => 0 });

  /** The status of a request that a proxy forwards for an address. */
  const forwardedTo = (server: TestServer) => async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    return (await server.request('GET', '/v1/markets', { headers })).status;
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
    expect(refused.headers.get('x-error-code')).toBe('rate_limited');
    const preview = await strict.request('POST', '/v1/markets/preview', { body: {}, as: null });
    expect(preview.status).toBe(429);
  });

  test('prepares are limited by address, whatever wallet they name', async () => {
    const prepareLimiter = createRateLimiter({ requestsPerMinute: 1, burst: 2, nowMs: () => 0 });
    const server = await start({ prepareLimiter, isLoopbackLimited: true, trustProxy: 1 });
    const { id } = server.service.addMarket();
    const prepare = async (from: string, wallet: string) => {
      const body = { outcome: 'Yes', amount: 1, wallet };
      const headers = { 'x-forwarded-for': from };
      const path = `/v1/markets/${id}/bets/prepare`;
      return (await server.request('POST', path, { body, headers, as: null })).status;
    };
    const statuses: number[] = [];
    for (const wallet of [ALICE, BOB, PROGRAM]) statuses.push(await prepare('203.0.113.5', wallet));
    expect(statuses).toEqual([200, 200, 429]);
    expect(await prepare('203.0.113.6', ALICE)).toBe(200);
    const free = await start({ prepareLimiter: { take: () => 7 } });
    const body = { outcome: 'Yes', amount: 1, wallet: ALICE };
    const path = `/v1/markets/${free.service.addMarket().id}/bets/prepare`;
    expect((await free.request('POST', path, { body, as: null })).status).toBe(200);
  });

  test('per address behind a trusted proxy', async () => {
    const server = await start({ ipLimiter: limiter(60), trustProxy: 1 });
    const from = forwardedTo(server);
    for (const status of [200, 200, 429]) expect(await from('203.0.113.5')).toBe(status);
    expect(await from('203.0.113.6')).toBe(200);
    // What the client wrote itself comes before the address that the proxy added.
    expect(await from('198.51.100.1, 203.0.113.5')).toBe(429);
  });

  test('whoever is forwarded is never this machine', async () => {
    const server = await start({ ipLimiter: limiter(60), trustProxy: ['127.0.0.0/8', '::1'] });
    const from = forwardedTo(server);
    for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const statuses = [await from(own), await from(own), await from(own)];
      expect(statuses).toContain(429);
    }
    for (const status of [200, 200, 429]) {
      expect(await from(`2001:db8:1:2::${status}`)).toBe(status);
    }
    expect(await from('2001:db8:1:3::1')).toBe(200);
  });

  test('without a trusted proxy the header means nothing', async () => {
    const server = await start({ ipLimiter: limiter(60), isLoopbackLimited: true });
    const from = forwardedTo(server);
    expect([await from('203.0.113.5'), await from('203.0.113.6')]).toEqual([200, 200]);
    expect(await from('203.0.113.7')).toBe(429);
  });

  test('per wallet, after authentication', async () => {
    const server = await start({ walletLimiter: limiter(6) });
    const statuses = [];
    for (const as of ['alice', 'alice', 'alice', 'bob']) {
      statuses.push((await server.request('GET', '/v1/account', { as })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  test('of an asynchronous limiter are awaited', async () => {
    const ipLimiter = { take: async () => 7 };
    const server = await start({ ipLimiter, isLoopbackLimited: true });
    const { status, headers } = await server.request('GET', '/v1/markets');
    expect([status, headers.get('retry-after')]).toEqual([429, '7']);
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
    const server = await start();
    const ready = await server.request('GET', '/readyz?for=writes');
    const checks = { database: 'ok', chain: 'ok' };
    // Tests run from the sources.
    const build = { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: 'unknown' };
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready', checks, build }]);
    server.service.writeReadiness = { disk: 'It is full.', database: null, chain: 'It is away.' };
    const unready = await server.request('GET', '/readyz?for=writes');
    expect([unready.status, unready.json]).toEqual([
      503,
      {
        error: 'It is full. It is away.',
        checks: { disk: 'It is full.', database: 'ok', chain: 'It is away.' },
        build,
      },
    ]);
    const own = await server.request('GET', '/readyz');
    expect([own.status, own.json]).toMatchObject([
      200,
      { status: 'ready', checks: { database: 'ok' } },
    ]);
    expect((await server.request('GET', '/readyz?for=reads')).status).toBe(400);
    expect((await server.request('GET', '/healthz')).status).toBe(200);
  });

  test('metrics count requests by route and status', async () => {
    const server = await start();
    await server.request('GET', '/v1/markets');
    await server.request('GET', '/v1/markets?x');
    await server.request('GET', '/nothing');
    const { text } = await server.request('GET', '/metrics');
    const count = (labels: string) =>
      text.includes(`tote_http_request_duration_seconds_count{${labels}} 1\n`);
    expect(count('method="GET",route="/v1/markets",status="200"')).toBe(true);
    expect(count('method="GET",route="/v1/markets",status="400"')).toBe(true);
    expect(count('method="GET",route="unknown",status="404"')).toBe(true);
    expect(text).toMatch(/_bucket\{le="\+Inf",method="GET",route="\/v1\/markets",status="200"\} 1/);
  });

  test('with a large event-loop lag requests are refused, but not health checks', async () => {
    // Every sample is late.
    const server = await start({ limits: { eventLoopLagMsMax: -1e9 } });
    await expect
      .poll(async () => (await server.request('GET', '/v1/markets')).status, { timeout: 20_000 })
      .toBe(503);
    const refused = await server.request('GET', '/v1/markets');
    expect(refused.headers.get('x-error-code')).toBe('service_overloaded');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await server.request('GET', '/healthz')).status).toBe(200);
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

describe('closing', () => {
  test('finishes running requests and accepts no new ones', async () => {
    const server = await startServer();
    const { id } = server.service.addMarket();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { placeBet } = server.service.commands;
    let arrived: () => void = () => {};
    const isUnderWay = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    server.service.commands.placeBet = async (...given) => {
      arrived();
      await held;
      return placeBet(...given);
    };
    const body = '{"outcome":"Yes","amount":1}';
    const request =
      `POST /v1/markets/${id}/bets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer alice\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const next = 'GET /v1/markets HTTP/1.1\r\nHost: x\r\n\r\n';
    const answers = sendRaw(server.port, request + next, { endAfterMs: 20_000 });
    await isUnderWay;
    const closed = server.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    const { text } = await answers;
    await closed;
    expect(text).toContain('HTTP/1.1 201');
    expect(text).toContain('"amountStaked":1,');
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  });
});

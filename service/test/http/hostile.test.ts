// Sends the hostile corpus to every endpoint of the OpenAPI document. No request may cause a 5xx,
// and every error response has the same form.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALICE } from './support/memory-service.ts';
import { type Answer, startServer, type TestServer } from './support/start-server.ts';

interface Endpoint {
  readonly method: string;
  readonly path: string;
}

let server: TestServer;
let endpoints: Endpoint[];
let marketId: string;
beforeAll(async () => {
  server = await startServer();
  marketId = server.service.addMarket().id;
  const { json } = await server.request('GET', '/v1/openapi.json');
  endpoints = Object.entries(json.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
});
afterAll(() => server.close());

const BODIES = [
  '',
  ' ',
  'null',
  'true',
  '5',
  '"text"',
  '[]',
  '[{}]',
  '{}',
  '{"":1}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"toString":1,"hasOwnProperty":1}',
  '{"a":1,"a":2}',
  '{"a":1}x',
  '{"a":',
  '{a:1}',
  "{'a':1}",
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '{"a":"\u0000"}',
  '{"a":1e999999999}',
  `{"a":${'['.repeat(5_000)}`,
  `{"a":"${'x'.repeat(16_000)}"}`,
  JSON.stringify({ outcome: {}, amount: {}, currency: {}, wallet: {}, transaction: {} }),
  JSON.stringify({ outcome: null, amount: null, transaction: null }),
  JSON.stringify({ question: {}, outcomes: {}, expireAt: {}, currency: {} }),
  JSON.stringify({ question: 'abc', outcomes: [{}, []], expireAt: [], currency: [], x: {} }),
  JSON.stringify({ actions: {}, wallet: [] }),
  JSON.stringify({ actions: [{ type: '__proto__' }, { type: 'constructor' }], wallet: ALICE }),
  JSON.stringify({ actions: [[]], wallet: ALICE }),
  JSON.stringify({ name: {}, scopes: {}, expiresAt: {} }),
  JSON.stringify({ name: 'x', scopes: ['bet', 'bet'] }),
  JSON.stringify({ advanceSeconds: -1 }),
  '{"advanceSeconds":1e309}',
  '{"advanceSeconds":9007199254740993}',
  '{"transaction":"AAA"}',
  '{"outcome":"Yes","amount":-0}',
];

const IDS = [
  'x',
  '%00',
  '%F0%9F%98%80',
  '..%2f..%2fetc%2fpasswd',
  "'%20or%201=1--",
  '__proto__',
  'constructor',
  'market_',
  `market_${'1'.repeat(43)}`,
  `bet_${'_'.repeat(150)}`,
  '%25'.repeat(300),
  'undefined',
];

const QUERIES = ['?', '?=', '?%', '?limit[]=1', '?limit[a]=1', '?__proto__[a]=1', '?a=%00', '?&=&'];

const fill = ({ path }: Endpoint, id = marketId) => path.replace(/\{\w+\}/g, id);

function expectClean(answer: Answer, what: string): void {
  expect(answer.status, what).toBeLessThan(500);
  if (answer.status < 400) return;
  expect(Object.keys(answer.json), what).toEqual(['error']);
  expect(typeof answer.json.error, what).toBe('string');
  expect(answer.headers.get('x-error-code'), what).toMatch(/^[a-z_]+$/);
}

const isStream = ({ path }: Endpoint) => path === '/v1/events';

describe('hostile input', () => {
  test('covers every endpoint', () => {
    expect(endpoints.length).toBeGreaterThan(24);
  });

  test('a hostile body is refused or accepted, and never a 5xx', async () => {
    for (const endpoint of endpoints.filter(({ method }) => method !== 'GET')) {
      for (const body of BODIES) {
        const answer = await server.request(endpoint.method, fill(endpoint), { body });
        expectClean(answer, `${endpoint.method} ${endpoint.path} ${body.slice(0, 80)}`);
      }
    }
  });

  test('a hostile id is 404', async () => {
    for (const endpoint of endpoints.filter(({ path }) => path.includes('{'))) {
      for (const id of IDS) {
        const isBet = endpoint.path.endsWith('/bets');
        const body = isBet ? { outcome: 'Yes', amount: 1 } : {};
        const answer = await server.request(endpoint.method, fill(endpoint, id), {
          ...(endpoint.method === 'POST' && { body }),
        });
        expectClean(answer, `${endpoint.method} ${fill(endpoint, id)}`);
        if (endpoint.method === 'GET') expect(answer.status, `${id}`).toBe(404);
      }
    }
  });

  test('a hostile query is refused', async () => {
    for (const endpoint of endpoints.filter((each) => !isStream(each))) {
      for (const query of QUERIES) {
        const answer = await server.request(endpoint.method, `${fill(endpoint)}${query}`, {
          ...(endpoint.method === 'POST' && { body: {} }),
        });
        expectClean(answer, `${endpoint.method} ${endpoint.path}${query}`);
        if (query.length > 2) expect(answer.status, `${endpoint.path}${query}`).toBe(400);
      }
    }
  });

  test('a hostile credential is refused', async () => {
    for (const endpoint of endpoints.filter((each) => !isStream(each))) {
      const answer = await server.request(endpoint.method, fill(endpoint), {
        as: 'Bearer Bearer',
        headers: { 'x-wallet': '__proto__', 'x-signature': '%00' },
        ...(endpoint.method === 'POST' && { body: {} }),
      });
      expectClean(answer, `${endpoint.method} ${endpoint.path}`);
    }
  });

  test('any other method is 405 and lists the allowed ones', async () => {
    for (const endpoint of endpoints) {
      const answer = await server.request('PATCH', fill(endpoint), { body: {} });
      expect(answer.status, endpoint.path).toBe(405);
      expect(answer.headers.get('allow'), endpoint.path).toContain(endpoint.method);
      expectClean(answer, endpoint.path);
    }
  });

  test('an error message escapes hostile characters of the request', async () => {
    const body = JSON.stringify({ ['\u202eevil\n'.repeat(200)]: 1 });
    const answer = await server.request('POST', `/v1/markets/${marketId}/bets`, { body });
    expect(answer.status).toBe(400);
    expect(answer.json.error).not.toMatch(/[\u202e\n]/);
    expect(answer.json.error.length).toBeLessThan(500);
  });
});

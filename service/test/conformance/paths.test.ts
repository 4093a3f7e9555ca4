// How a path, its query and its method may be written.
import { describe, expect, test } from 'vitest';
import { useServers } from '../http/support/servers.ts';
import { sendRaw } from '../support/raw-request.ts';
import { expectRefusal } from './support/refusal.ts';
import { callSigned, demoKey } from './support/wallets.ts';

const servers = useServers();
const get = (path: string) => servers.world.get(path, { as: 'alice' });

describe('query parameters', () => {
  test('unknown ones are ignored, also repeated, on every endpoint that is read', async () => {
    const market = `/markets/${servers.marketId}`;
    const paths = ['/markets', market, `${market}/bets`, '/account', '/config', '/stats'];
    for (const path of [...paths, '/leaderboard', '/activity', '/sign-in']) {
      const extra = '_=1&_=2&utm_source=x&__proto__=1&constructor=1&a%5B%5D=1&%00=';
      expect((await get(`${path}?${extra}`)).status, path).toBe(200);
    }
    const [plain, extra] = [await get('/markets?limit=1'), await get('/markets?_=7&limit=1')];
    expect(extra.body).toEqual(plain.body);
  });

  test('an empty one is as if it were absent', async () => {
    const plain = await get('/markets');
    expect((await get('/markets?status=&limit=&offset=&q=&cursor=&sort=')).body).toEqual(
      plain.body,
    );
    const bets = `/markets/${servers.marketId}/bets`;
    expect((await get(`${bets}?after=&limit=`)).body).toEqual((await get(bets)).body);
  });

  test('those of a POST are ignored, and nothing is taken from them', async () => {
    const { world, marketId } = servers;
    const path = `/markets/${marketId}/bets?utm_source=x&amount=5&currency=UTILITY`;
    const bet = await world.post(path, { outcome: 'Yes', amount: 0.01 }, { as: 'alice' });
    expect([bet.status, bet.body.amountStaked]).toEqual([201, 0.01]);
    const missing = await world.post(path, { outcome: 'Yes' }, { as: 'alice' });
    expectRefusal(missing, 400, 'field_missing');
  });
});

describe('trailing slash', () => {
  test('is the same path, with a query too', async () => {
    const market = `/markets/${servers.marketId}`;
    for (const path of ['/markets', market, `${market}/bets`, '/config', '/openapi.json']) {
      const [plain, slash] = [await get(path), await get(`${path}/`)];
      expect([slash.status, Object.keys(slash.body)]).toEqual([200, Object.keys(plain.body)]);
    }
    expect((await get('/markets/?limit=1')).body).toEqual((await get('/markets?limit=1')).body);
    for (const path of ['/healthz/', '/readyz/']) {
      expect((await fetch(servers.origin + path)).status, path).toBe(200);
    }
  });

  test('creates and bets, and one Idempotency-Key covers both spellings', async () => {
    const { world } = servers;
    const made = await world.create({}, '/markets/');
    expect(made.status, made.text).toBe(201);
    const options = { as: 'bob', idempotencyKey: 'slash' } as const;
    const bet = { outcome: 'Yes', amount: 0.01 };
    const [first, second] = [
      await world.post(`/markets/${made.body.id}/bets/`, bet, options),
      await world.post(`/markets/${made.body.id}/bets`, bet, options),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.betId).toBe(first.body.betId);
    expect((await get(`/markets/${made.body.id}`)).body.betCount).toBe(1);
  });

  test('a signed request is checked as it was sent', async () => {
    const { world } = servers;
    const key = await demoKey(world, 'alice');
    expect((await callSigned(world, key, 'GET', '/account/')).body.wallet).toBe(key.address);
  });

  test('keeps 404 and 405, and two slashes are another path', async () => {
    const { world } = servers;
    expectRefusal(await get('/nothing/'), 404, 'route_not_found');
    expectRefusal(await get('/markets//'), 404, 'route_not_found');
    const wrong = await world.call('PUT', '/markets/');
    expectRefusal(wrong, 405, 'method_not_allowed');
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
  });
});

describe('HEAD', () => {
  const OF_CONNECTION = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];
  /** The length may differ by a digit: the clock runs on. */
  const fixed = (headers: Headers) =>
    Object.fromEntries(
      [...headers]
        .filter(([name]) => !OF_CONNECTION.includes(name))
        .map(([name, value]) => [name, name === 'content-length' ? 'a length' : value]),
    );

  /** A stream does not end, so only its head is read. */
  async function send(method: string, path: string) {
    const authorization = `Bearer ${servers.world.wallet('alice').apiKey}`;
    const response = await fetch(servers.origin + path, { method, headers: { authorization } });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const text = isStream && method === 'GET' ? '' : await response.text();
    if (isStream) await response.body?.cancel();
    return { status: response.status, headers: fixed(response.headers), text };
  }

  test('answers like GET without a body, wherever there is a GET', async () => {
    const { world, marketId } = servers;
    const { paths } = (await world.get('/openapi.json')).body;
    const { address } = world.wallet('alice');
    const ids: Record<string, string> = { marketId, address };
    const read = Object.keys(paths).filter((path) => paths[path].get);
    expect(read.length).toBeGreaterThan(25);
    const others = ['/v1/openapi.json', '/v1/asyncapi.json', '/metrics', '/actions.json'];
    const shared = [`/v1/actions/markets/${marketId}`, `/m/${marketId}/card.png`, '/v1/nothing'];
    for (const path of [...read, ...others, ...shared]) {
      const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? 'x');
      const [got, head] = [await send('GET', url), await send('HEAD', url)];
      expect({ ...head, url }).toEqual({ ...got, text: '', url });
    }
  });

  test('of a stream ends at once and opens none', async () => {
    const { request, port, url } = await servers.start({ limits: { streamsMax: 0 } });
    expect((await request('GET', '/v1/events')).status).toBe(503);
    const { status, headers, text } = await request('HEAD', '/v1/events');
    expect([status, headers.get('content-type'), text]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ]);
    const raw = await sendRaw(
      port,
      `HEAD /v1/events HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`,
    );
    expect([raw.status, raw.body]).toEqual([200, '']);
    expect((await request('HEAD', '/v1/events?lastEventId=x')).status).toBe(400);
  });

  test('a socket without an upgrade is 426 and says what to use', async () => {
    const plain = await get('/ws');
    expectRefusal(plain, 426, 'websocket_required');
    expect(plain.headers.get('upgrade')).toBe('websocket');
    expect(plain.body.error).toContain('GET /v1/events');
  });
});

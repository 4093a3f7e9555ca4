// How a path, its query and its method may be written, and GET /v1/markets: filters, orders, words
// and cursors.
import { beforeAll, describe, expect, test } from 'vitest';
import { useServers } from '../http/support/servers.ts';
import { sendRaw } from '../support/raw-request.ts';
import type { Json, World } from '../support/world.ts';
import { expectRefusal } from './support/refusal.ts';
import { callSigned, demoKey } from './support/wallets.ts';

// Slots long enough for several markets in one.
const servers = useServers({ env: { TOTE_SLOT_MS: '2000' } });
let world: World;
let oak: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  ({ world } = servers);
  oak = (await world.get('/config')).body.demo.tokens[1].mint;
  const make = async (name: string, fields: object, as: 'alice' | 'bob' = 'alice') => {
    const answer = await world.post('/markets', await world.marketBody(fields), { as });
    expect(answer.status, answer.text).toBe(201);
    ids[name] = answer.body.id;
  };
  await make('rain', {
    question: 'Will it rain in Porto?',
    expireAt: await world.inSeconds(1_800),
  });
  await make('snow', { question: 'Will it snow in Porto?', currency: 'UTILITY' }, 'bob');
  const feed = { type: 'price_feed', feed: 'BTC', comparator: 'gt', threshold: '90000' };
  await make('fact', { question: 'Will BTC be above $90,000 at expiry?', condition: feed });
  const cap = { type: 'market_cap', comparator: 'gte', threshold: '1000000', unit: 'USD' };
  await make('samples', {
    question: 'Will OAK have a market cap of at least $1M at expiry?',
    ...{ tokenAddress: oak, condition: cap, expireAt: await world.inSeconds(7_200) },
  });
  await world.bet(ids.snow!, 'bob', 'Yes', 5);
  await world.bet(ids.fact!, 'alice', 'No', 2);
});

const namesOf = (list: Json[]) =>
  list.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? id);
const list = async (query: string) => namesOf((await world.get(`/markets?${query}`)).body);

test('newest first, also within a slot', async () => {
  const created: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    created.unshift(await world.createMarket({ question: `Question number ${index}?` }));
  }
  const { body } = await world.get('/markets?q=question%20number');
  expect(body.map(({ id }: Json) => id)).toEqual(created);
  expect((await world.get('/markets')).body.slice(0, 12)).toEqual(body);
});

test('each filter, alone and with others', async () => {
  const alice = world.wallet('alice').address;
  const bob = world.wallet('bob').address;
  const porto = 'q=porto';
  expect(await list(`tokenAddress=${oak}`)).toEqual(['samples']);
  expect(await list(`creator=${bob}`)).toEqual(['snow']);
  expect(await list('currency=UTILITY')).toEqual(['snow']);
  expect(await list('decidedBy=fact')).toEqual(['fact']);
  expect(await list('decidedBy=samples')).toEqual(['samples']);
  expect(await list('decidedBy=web')).toEqual([]);
  expect(await list(`decidedBy=attestation&${porto}`)).toEqual(['snow', 'rain']);
  expect(await list(porto)).toEqual(['snow', 'rain']);
  expect(await list('q=PORTO+Rain%3F')).toEqual(['rain']);
  expect(await list('q=port')).toEqual([]);
  expect(await list(`creator=${alice}&${porto}`)).toEqual(['rain']);
  expect(await list(`creator=${alice}&${porto}&currency=UTILITY`)).toEqual([]);
  expect(await list('decidedBy=fact&status=open')).toEqual(['fact']);
  expect(await list('decidedBy=fact&status=resolved')).toEqual([]);
});

test('the orders', async () => {
  expect((await list('sort=endingSoon'))[0]).toBe('rain');
  expect(await list('sort=endingSoon&q=at+expiry')).toEqual(['fact', 'samples']);
  const volumes = (await world.get('/markets?sort=volume')).body;
  expect(namesOf(volumes).slice(0, 2)).toEqual(['snow', 'fact']);
  expect(volumes.slice(0, 3).map(({ totalVolume }: Json) => totalVolume)).toEqual([5, 2, 0]);
  const { body } = await world.bet(ids.rain!, 'alice', 'Yes', 6);
  expect(body.state).toBe('confirmed');
  expect((await list('sort=volume')).slice(0, 3)).toEqual(['rain', 'snow', 'fact']);
  expect((await list('sort=volume&currency=SOL')).slice(0, 2)).toEqual(['rain', 'fact']);
});

describe('a cursor', () => {
  test('goes on where the page ended, whatever was created meanwhile', async () => {
    const whole = (await world.get('/markets?limit=100')).body;
    const found: Json[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next: string = cursor && `&cursor=${cursor}`;
      const answer = await world.get(`/markets?limit=5${next}`);
      found.push(...answer.body);
      if (found.length === 5) await world.createMarket();
      cursor = answer.headers.get('x-next-cursor');
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Next-Cursor');
    }
    expect(found).toEqual(whole);
  });

  test('is for the same order, and not beside an offset', async () => {
    const cursor = (await world.get('/markets?limit=1')).headers.get('x-next-cursor');
    const other = await world.get(`/markets?limit=1&sort=volume&cursor=${cursor}`);
    expect([other.status, other.code]).toEqual([400, 'cursor_invalid']);
    expect(other.body.error).toContain('sort=newest');
    const both = await world.get(`/markets?cursor=${cursor}&offset=0`);
    expect([both.status, both.code]).toEqual([400, 'fields_exclusive']);
    expect(both.body.error).toContain('either cursor or offset');
  });
});

test.each([
  ['sort=oldest', 'field_invalid', 'sort'],
  ['decidedBy=oracle', 'field_invalid', 'decidedBy'],
  ['currency=sol', 'currency_invalid', 'currency'],
  ['creator=alice', 'address_invalid', 'creator'],
  ['tokenAddress=null', 'token_address_invalid', 'tokenAddress'],
  ['q=%3F%21', 'field_invalid', 'q'],
  [`q=${'x'.repeat(201)}`, 'field_invalid', 'q'],
  ['q=a+b+c+d+e+f+g+h+i+j+k', 'field_invalid', 'q'],
  ['cursor=%20', 'cursor_invalid', 'cursor'],
  ['cursor=x', 'cursor_invalid', 'cursor'],
  ['sort=volume&offset=10001', 'offset_too_deep', 'offset'],
])('%s is 400 and names the parameter', async (query, code, name) => {
  const answer = await world.get(`/markets?${query}`);
  expect([answer.status, answer.code]).toEqual([400, code]);
  expect(answer.body.error).toContain(name);
});

test.each([`q=${'x'.repeat(200)}`, 'q=a+b+c+d+e+f+g+h+i+j', 'sort=volume&offset=10000'])(
  '%s is taken',
  async (query) => {
    expect((await world.get(`/markets?${query}`)).body).toEqual([]);
  },
);

test('how a market is decided is in the summary, the detail, the creation and the preview', async () => {
  const { body: summaries } = await world.get('/markets?limit=100');
  for (const [name, word] of [
    ['rain', 'attestation'],
    ['fact', 'fact'],
    ['samples', 'samples'],
  ] as const) {
    const summary = summaries.find(({ id }: Json) => id === ids[name]);
    expect(summary.decidedBy).toBe(word);
    expect((await world.get(`/markets/${ids[name]}`)).body.decidedBy).toBe(word);
  }
  const market = { question: 'Is it so?' };
  const { body: preview } = await world.create(market, '/markets/preview');
  const { body: created } = await world.create(market);
  expect([preview.decidedBy, created.decidedBy]).toEqual(['attestation', 'attestation']);
  const { oracle } = (await world.get('/config')).body;
  expect(preview.decider).toEqual({ account: oracle, program: null });
});

test('an empty condition is refused with what a condition needs', async () => {
  const before = (await world.get('/markets')).text;
  for (const path of ['/markets', '/markets/preview', '/markets/prepare']) {
    for (const more of [{}, { attestation: { silence: 'refund' } }]) {
      const answer = await world.create({ ...more, condition: {} }, path);
      expect([answer.status, answer.code]).toEqual([400, 'condition_invalid']);
      expect(answer.body.error).toContain('it needs a type, one of attested, price_feed');
      expect(answer.body.error).toContain('leave the condition out');
    }
  }
  expect((await world.get('/markets')).text).toBe(before);
});

const get = (path: string) => world.get(path, { as: 'alice' });

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
    const { marketId } = servers;
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
    const key = await demoKey(world, 'alice');
    expect((await callSigned(world, key, 'GET', '/account/')).body.wallet).toBe(key.address);
  });

  test('keeps 404 and 405, and two slashes are another path', async () => {
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
    const authorization = `Bearer ${world.wallet('alice').apiKey}`;
    const response = await fetch(servers.origin + path, { method, headers: { authorization } });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const text = isStream && method === 'GET' ? '' : await response.text();
    if (isStream) await response.body?.cancel();
    return { status: response.status, headers: fixed(response.headers), text };
  }

  test('answers like GET without a body, wherever there is a GET', async () => {
    const { marketId } = servers;
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

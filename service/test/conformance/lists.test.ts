// GET /v1/markets over HTTP: filters, orders, words and cursors.
import { beforeAll, describe, expect, test } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import type { Json } from '../support/world.ts';

// Slots long enough for several markets in one.
const world = useWorld({ TOTE_SLOT_MS: '2000' });
let oak: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  oak = (await world.get('/config')).body.demo.tokens[1].mint;
  const make = async (name: string, fields: object, as: 'alice' | 'bob' = 'alice') => {
    const answer = await world.post('/markets', await world.marketBody(fields), { as });
    expect(answer.status, answer.text).toBe(201);
    ids[name] = answer.body.id;
  };
  await make('rain', {
    question: 'Will it rain in Lisbon?',
    expireAt: await world.inSeconds(1_800),
  });
  await make('snow', { question: 'Will it snow in Lisbon?', currency: 'UTILITY' }, 'bob');
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
  const lisbon = 'q=lisbon';
  expect(await list(`tokenAddress=${oak}`)).toEqual(['samples']);
  expect(await list(`creator=${bob}`)).toEqual(['snow']);
  expect(await list('currency=UTILITY')).toEqual(['snow']);
  expect(await list('decidedBy=fact')).toEqual(['fact']);
  expect(await list('decidedBy=samples')).toEqual(['samples']);
  expect(await list('decidedBy=web')).toEqual([]);
  expect(await list(`decidedBy=attestation&${lisbon}`)).toEqual(['snow', 'rain']);
  expect(await list(lisbon)).toEqual(['snow', 'rain']);
  expect(await list('q=LISBON+Rain%3F')).toEqual(['rain']);
  expect(await list('q=lisbo')).toEqual([]);
  expect(await list(`creator=${alice}&${lisbon}`)).toEqual(['rain']);
  expect(await list(`creator=${alice}&${lisbon}&currency=UTILITY`)).toEqual([]);
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

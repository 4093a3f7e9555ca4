// The OpenAPI and AsyncAPI documents are valid, and say nothing that the running service does not
// do.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Address } from '@solana/kit';
import { amount, poolsOf, unixSeconds } from '@tote/domain';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { toFeedEvent } from '../../src/bets/bet-record.ts';
import { EVENTS } from '../../src/feed/events.ts';
import type { FeedEvent } from '../../src/feed/feed-event.ts';
import { renderEnvelope } from '../../src/http/streams/envelope.ts';
import type { BetRecord } from '../../src/submissions/records.ts';
import { type Endpoint, type Facts, listEndpoints, rightBody } from '../hostile/endpoints.ts';
import { useWorld } from '../support/use-world.ts';
import { type Answer, type CallOptions, type Json, MARKET } from '../support/world.ts';
import { expectRefusal } from './support/refusal.ts';
import { callSigned, demoKey, operatedByAlice } from './support/wallets.ts';

interface Operation extends Pick<Endpoint, 'method' | 'path' | 'codes'> {
  readonly id: string;
  readonly text: Json;
}

/** AsyncAPI's own schema of its documents. */
const NAME = '@asyncapi/specs/schemas/3.1.0-without-$id.json';
const SCHEMA = createRequire(import.meta.url).resolve(NAME);

/** The endpoints that need each scope; the document follows from the routes. */
const SCOPED = {
  read: ['getAccount', 'getResult', 'getStatement'],
  bet: ['placeBet', 'useFaucet'],
  create: ['createMarket'],
  attest: ['attest', 'listAttestations'],
  manage: [
    ...['advanceClock', 'createApiKey', 'createWebhook', 'deleteWebhook', 'listApiKeys'],
    ...['listDeliveries', 'listWebhooks', 'rotateWebhookSecret'],
  ],
  operate: ['createSeries', 'hideMarket', 'stopSeries', 'unhideMarket'],
};
const SCOPES = Object.keys(SCOPED);
const [env, dir] = await operatedByAlice();
const world = useWorld({ ...env, TOTE_WEBHOOK_NETWORKS: '127.0.0.0/8' }, dir);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
let document: Json;
let asyncDocument: Json;
let operations: Operation[];
let marketId: string;
let facts: Facts;
/** A key of alice with all scopes. */
let key: string;

beforeAll(async () => {
  marketId = await world.createMarket();
  document = (await world.get('/openapi.json')).body;
  asyncDocument = (await world.get('/asyncapi.json')).body;
  ajv.addSchema({ $id: 'tote', components: document.components });
  operations = (await listEndpoints(world)).map(({ operation, ...endpoint }) => {
    return { ...endpoint, id: operation.operationId, text: operation };
  });
  const later = new Date(Date.now() + 3_600_000).toISOString();
  facts = { later, wallet: world.wallet('alice').address };
  key = await makeKey(SCOPES);
});

async function makeKey(scopes: readonly string[]): Promise<string> {
  const alice = await demoKey(world, 'alice');
  const body = { name: 'test', scopes };
  return (await callSigned(world, alice, 'POST', '/api-keys', { body })).body.key;
}

function send({ method, path }: Operation, query = '', options: CallOptions = {}): Promise<Answer> {
  const ids: Record<string, string> = { marketId, address: facts.wallet };
  const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? `no_${name}`);
  const below = url.startsWith('/v1') ? url.slice('/v1'.length) : `/..${url}`;
  return world.call(method, below + query, { as: { apiKey: key }, ...options });
}

const parametersOf = ({ text }: Operation, place: string): Json[] =>
  text.parameters.filter((each: Json) => each.in === place);
const takesKey = (operation: Operation) =>
  parametersOf(operation, 'header').some(({ name }) => name === 'Idempotency-Key');
const schemaOf = ({ text }: Operation): Json | undefined => {
  const resolve = (schema: Json): Json =>
    schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
  const schema = text.requestBody && resolve(text.requestBody.content['application/json'].schema);
  return schema?.oneOf ? resolve(schema.oneOf[0]) : schema;
};

async function state(): Promise<unknown> {
  const account = (await world.get('/account', { as: 'alice' })).body;
  const keys = (await callSigned(world, await demoKey(world, 'alice'), 'GET', '/api-keys')).body;
  return { account, keys: keys.length, markets: (await world.get('/markets?limit=100')).body };
}

describe('OpenAPI', () => {
  test('has every method of every path, and no other', async () => {
    for (const [path, methods] of Object.entries<Json>(document.paths)) {
      const [operation] = operations.filter((each) => each.path === path);
      const { headers } = await send({ ...(operation as Operation), method: 'OPTIONS' });
      const named = Object.keys(methods).map((method) => method.toUpperCase());
      const all = [...named, 'OPTIONS', ...(methods.get ? ['HEAD'] : [])].sort();
      expect([path, headers.get('allow')]).toEqual([path, all.join(', ')]);
    }
  });

  test('each query parameter is read, and its default is what counts without it', async () => {
    const isStream = ({ id }: Operation) => id.startsWith('open');
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      for (const { name, schema } of parametersOf(operation, 'query')) {
        const wrong = await send(operation, `?${name}=%00`);
        const at = `${operation.id} ${name}`;
        expect([400, 404], at).toContain(wrong.status);
        expect(wrong.body.error, at).toMatch(new RegExp(`${name}|No (bet|market) has`));
        expect([...operation.codes], at).toContain(wrong.code);
        const twice = await send(operation, `?${name}=1&${name}=1`);
        expectRefusal(twice, 400, 'query_parameter_duplicated');
        if (schema.default === undefined || isStream(operation)) continue;
        const said = await send(operation, `?${name}=${schema.default}`);
        const plain = await send(operation);
        expect([said.status, said.body], at).toEqual([plain.status, plain.body]);
      }
    }
  });

  test('each scope is needed, and enough; the refusal names it and changes nothing', async () => {
    const before = await state();
    const scoped = operations.filter(({ text }) => text.description?.includes('scope'));
    const scopeOf = ({ text }: Operation) => /the scope `(\w+)`/.exec(text.description)?.[1] ?? '';
    const idsOf = (scope: string) => scoped.filter((each) => scopeOf(each) === scope);
    for (const [scope, ids] of Object.entries(SCOPED)) {
      expect(
        idsOf(scope)
          .map(({ id }) => id)
          .sort(),
        scope,
      ).toEqual(ids);
    }
    const [lacking, having] = [new Map<string, string>(), new Map<string, string>()];
    for (const scope of SCOPES) {
      lacking.set(scope, await makeKey(SCOPES.filter((each) => each !== scope)));
      having.set(scope, await makeKey([scope]));
    }
    for (const operation of scoped) {
      const scope = scopeOf(operation);
      const body = operation.method === 'POST' ? { body: {} } : {};
      const as = (keys: Map<string, string>) => ({
        ...body,
        as: { apiKey: keys.get(scope) ?? '' },
      });
      const refused = await send(operation, '', as(lacking));
      expectRefusal(refused, 403, 'not_allowed');
      expect(refused.body.error).toContain(`the scope ${scope}.`);
      expect(refused.body.error).toContain('POST /v1/api-keys');
      const allowed = await send(operation, '', as(having));
      expect([401, 403], operation.id).not.toContain(allowed.status);
    }
    const { keys, ...rest } = (await state()) as { keys: number };
    expect({ ...rest, keys: keys - 2 * SCOPES.length }).toEqual(before);
  });

  test('a required field that is missing is named', async () => {
    const before = await state();
    let fields = 0;
    for (const operation of operations) {
      const { required = [], properties = {} } = schemaOf(operation) ?? {};
      for (const field of required as string[]) {
        const { [field]: _, ...body } = rightBody(Object.keys(properties), facts);
        const answer = await send(operation, '', { body });
        expect([operation.id, field, answer.status]).toEqual([operation.id, field, 400]);
        expect(answer.body.error, operation.id).toContain(field);
        fields += 1;
      }
    }
    expect(fields).toBeGreaterThan(15);
    expect(await state()).toEqual(before);
  });

  test('each error that its form, body or credential can have is given', async () => {
    const before = await state();
    const deep = `{"a":${'['.repeat(20)}${']'.repeat(20)}}`;
    const invalid = { authorization: 'Bearer tote_nobody' };
    const bodies: [code: string, options: CallOptions][] = [
      ['body_malformed', { rawBody: '{' }],
      ['body_not_object', { rawBody: '[]' }],
      ['body_too_deep', { rawBody: deep }],
      ['body_too_large', { rawBody: `{"a":"${'x'.repeat(16_384)}"}` }],
      ['field_duplicated', { rawBody: '{"a":1,"a":1}' }],
      ['content_type_unsupported', { rawBody: '{}', headers: { 'content-type': 'text/plain' } }],
      ['credential_invalid', { rawBody: '{}', headers: invalid }],
      ['idempotency_key_malformed', { rawBody: '{}', idempotencyKey: 'x'.repeat(256) }],
    ];
    for (const operation of operations) {
      const { codes } = operation;
      for (const [code, { rawBody, ...options }] of bodies) {
        if (!codes.has(code) || operation.id === 'signIn') continue;
        const sent = operation.method === 'GET' ? options : { rawBody, ...options };
        const refused = await send(operation, '', sent);
        expect([operation.id, refused.code]).toEqual([operation.id, code]);
      }
      if (!codes.has('field_unknown')) continue;
      const { properties } = schemaOf(operation) ?? {};
      const body = { ...rightBody(Object.keys(properties), facts), zzz: 1 };
      const unknown = await send(operation, '', { body });
      expectRefusal(unknown, 400, 'field_unknown');
      expect(unknown.body.error).toContain('zzz');
    }
    expect(await state()).toEqual(before);
  });

  test('X-Next-Cursor is there where it is documented, until the last page', async () => {
    for (let ended = 0; ended < 2; ended += 1) {
      const id = await world.createMarket();
      await world.bet(id, 'alice', 'Yes', 1);
      await world.bet(id, 'bob', 'No', 1);
      await world.attest(id);
    }
    const paged = operations.filter(
      ({ text }) => text.responses['200']?.headers?.['X-Next-Cursor'] !== undefined,
    );
    expect(paged.map(({ id }) => id)).toEqual([
      ...['listMarkets', 'getWallet', 'getLeaderboard', 'listActivity'],
    ]);
    for (const operation of paged) {
      const next = async (query: string) =>
        (await send(operation, query)).headers.get('x-next-cursor');
      await expect.poll(() => next('?limit=1')).not.toBeNull();
      const second = await send(operation, `?limit=1&cursor=${await next('?limit=1')}`);
      expect(second.status, operation.id).toBe(200);
      expect(await next('?limit=100'), operation.id).toBeNull();
    }
  });
});

describe('Idempotency-Key in the document', () => {
  const NO_EFFECT = ['previewMarket', 'prepareMarket', 'prepareBet', 'prepareVeto'];

  test('is on what keeps it; other POSTs change nothing or act again', () => {
    const others = operations.filter((each) => each.method === 'POST' && !takesKey(each));
    const again = others.filter(({ text }) => text['x-acts-again']);
    expect(again.map(({ id }) => id)).toContain('advanceClock');
    const quiet = others.filter(({ text }) => !text['x-acts-again']).map(({ id }) => id);
    expect(quiet.sort()).toEqual([...NO_EFFECT, 'prepareAccountTransaction'].sort());
    for (const operation of operations) {
      const isKept = operation.codes.has('idempotency_key_reused');
      expect(isKept, operation.id).toBe(takesKey(operation));
    }
  });

  test('a key of another request is 409 wherever it is documented', async () => {
    const market = await world.marketBody();
    const bodies: Record<string, object[]> = {
      createMarket: ['SOL', 'UTILITY'].map((currency) => ({ ...market, currency })),
      placeBet: [0.01, 0.02].map((amount) => ({ outcome: 'Yes', amount })),
      createApiKey: ['a', 'b'].map((name) => ({ name, scopes: ['read'] })),
      useFaucet: [1, 2].map((amount) => ({ currency: 'UTILITY', amount })),
      createWebhook: ['a', 'b'].map((path) => ({ url: `http://127.0.0.1:1/${path}` })),
    };
    // Elsewhere: an outcome, a sign-in and a transaction are used once in any case.
    const others = ['attest', 'signIn', 'submitTransaction', 'rotateWebhookSecret', 'createSeries'];
    const keyed = operations.filter(takesKey);
    expect(keyed.map(({ id }) => id).sort()).toEqual([...Object.keys(bodies), ...others].sort());
    for (const operation of keyed) {
      const [first, second] = bodies[operation.id] ?? [];
      if (!first) continue;
      const options = { idempotencyKey: `document-${operation.id}` };
      const done = await send(operation, '', { ...options, body: first });
      expect(done.status, done.text).toBeLessThan(300);
      const before = await state();
      const reused = await send(operation, '', { ...options, body: second });
      expectRefusal(reused, 409, 'idempotency_key_reused');
      expect(await state()).toEqual(before);
    }
  });

  test('the clock keeps none: sent twice, it moves twice', async () => {
    const advance = () =>
      world.post('/sandbox/clock', { advanceSeconds: 100 }, { as: 'alice', idempotencyKey: 'x' });
    const [first, second] = [await advance(), await advance()];
    const seconds = (Date.parse(second.body.now) - Date.parse(first.body.now)) / 1_000;
    expect(seconds).toBeGreaterThanOrEqual(100);
  });
});

describe('decidedBy', () => {
  const WORDS = ['fact', 'samples', 'attestation', 'web'];

  function find(value: Json, name: string): Json[] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([field, inside]) =>
      field === name ? [inside] : find(inside, name),
    );
  }

  test('says who or what decides, wherever it is; the time is resolvesBy', async () => {
    for (const path of ['/openapi.json', '/asyncapi.json']) {
      const { body } = await world.get(path);
      const schemas = find(body.components, 'decidedBy');
      for (const schema of schemas) expect(schema.enum).toEqual(WORDS);
      for (const schema of find(body.components, 'resolvesBy')) {
        expect(schema.format).toBe('date-time');
      }
    }
    const market = { ...MARKET, expireAt: facts.later };
    const answers = [
      (await world.get(`/markets/${marketId}`)).body,
      (await world.get('/markets')).body,
      (await world.post('/markets/preview', market)).body,
      (await world.post('/markets', market, { as: 'alice' })).body,
    ];
    for (const answer of answers) {
      const found = find(answer, 'decidedBy');
      expect(found.length).toBeGreaterThan(0);
      for (const each of found) expect(WORDS).toContain(each);
    }
    const { deadlines } = answers[0];
    expect(Object.keys(deadlines)).toEqual([
      ...['bettingClosesAt', 'expireAt', 'resolvesBy', 'refundAt'],
    ]);
    const dates = Object.values<string>(deadlines).map((date) => Date.parse(date));
    expect(dates).toEqual([...dates].sort((a, b) => a - b));
  });
});

// The last: while schemas are compiled, the service closes its idle connections.
describe('/v1/openapi.json', () => {
  test('its examples are accepted, and answers match its schemas', async () => {
    const [body] = document.components.schemas.MarketRequest.examples;
    const created = await world.post('/markets', body, { as: 'alice' });
    expect(created.status, created.text).toBe(201);
    const { oneOf } =
      document.paths['/v1/markets/{marketId}/bets'].post.requestBody.content['application/json']
        .schema;
    const path = `/markets/${created.body.id}`;
    const bet = await world.post(`${path}/bets`, oneOf[0].examples[0], { as: 'bob' });
    expect(bet.status, bet.text).toBe(201);
    const get = async (path: string) => (await world.get(path, { as: 'bob' })).body;
    const samples: [string, unknown][] = [
      ['CreatedMarket', created.body],
      ['Market', await get(path)],
      ['MarketSummary', (await get('/markets'))[0]],
      ['MarketPreview', (await world.post('/markets/preview', body)).body],
      ['BetConfirmation', bet.body],
      ['Bet', await get(`/bets/${bet.body.betId}`)],
      ['HistoryPoint', (await get(`${path}/history`))[0]],
      ['Transaction', await get(`/transactions/${bet.body.transactionId}`)],
      ['Account', await get('/account')],
      ['Config', await get('/config')],
      ['Reserves', await get('/reserves')],
      ['Statement', await get('/account/statement')],
      ['Wallet', await get(`/wallets/${world.wallet('bob').address}`)],
      ['Stats', await get('/stats')],
      ['Error', await get('/nothing')],
    ];
    for (const [name, sample] of samples) {
      const validate = ajv.compile({ $ref: `tote#/components/schemas/${name}` });
      validate(sample);
      expect(validate.errors, name).toBe(null);
    }
  });

  test('is OpenAPI 3.1, with an id of its own for each endpoint', () => {
    expect(document.openapi).toBe('3.1.0');
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has only valid references, and schemas that compile', () => {
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas, name).toHaveProperty(name as string);
    }
    for (const word of ['"tote"', '"openapi":{', '"jsonObject"', '"least"']) {
      expect(text).not.toContain(word);
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `tote#/components/schemas/${name}` }), name).not.toThrow();
    }
  });

  test('marks amounts, in requests, responses and events, and nothing else, as decimals', () => {
    const { schemas } = document.components;
    const { totalVolume, outcomes, betCount, payoutRatio } = schemas.Market.properties;
    const [asNumber, asText] = schemas.PrepareBetRequest.properties.amount.oneOf;
    const { amount } = schemas.BetConfirmedEvent.properties.data.properties;
    const { odds, totalStake } = outcomes.items.properties;
    const formats = [totalVolume, totalStake, asNumber, asText, amount].map(({ format }) => format);
    expect(new Set(formats)).toEqual(new Set(['decimal']));
    for (const other of [odds, betCount, payoutRatio.properties.Yes]) {
      expect(other).not.toHaveProperty('format');
    }
  });

  test('lists every path parameter', () => {
    for (const operation of operations) {
      const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const given = parametersOf(operation, 'path').map(({ name }) => name);
      expect(given, operation.path).toEqual(named);
    }
  });

  test('describes every event of the feed, with each of its fields', () => {
    const { FeedEvent, ...schemas } = document.components.schemas;
    const names = FeedEvent.oneOf.map(({ $ref }: Json) => $ref.split('/').at(-1));
    const byType = new Map(names.map((name: string) => [typeOf(schemas[name]), schemas[name]]));
    expect([...byType.keys()].sort()).toEqual(Object.keys(EVENTS).sort());
    for (const [type, { data }] of Object.entries(EVENTS)) {
      const { properties, required } = (byType.get(type) as Json).properties.data;
      expect(Object.keys(properties), type).toEqual(Object.keys(data.properties));
      expect(required, type).toEqual(data.required);
    }
    expect(schemas.OddsChangedEvent.properties.data.properties.sequence.type).toBe('number');
    const stream = document.paths['/v1/events'].get.responses['200'].content['text/event-stream'];
    expect(stream.schema.allOf).toEqual([{ $ref: '#/components/schemas/FeedEvent' }]);
  });

  const typeOf = ({ properties }: Json): string => properties.type.const;
});

describe('/v1/asyncapi.json', () => {
  test('is valid by the schema of AsyncAPI 3.1', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));
    validate(asyncDocument);
    expect(validate.errors).toBeNull();
    expect(validate({ ...asyncDocument, asyncapi: '3.0.0' })).toBe(false);
    expect(validate({ ...asyncDocument, channels: { x: { address: 7 } } })).toBe(false);
  });

  test('every reference leads somewhere', () => {
    const refs = [...JSON.stringify(asyncDocument).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(refs.length).toBeGreaterThan(50);
    for (const [, path = ''] of refs) {
      const target = path.split('/').reduce((inside, name) => inside?.[name], asyncDocument);
      expect(target, path).toBeDefined();
    }
  });

  test('has each event of the feed on each channel, and heartbeats on streams', () => {
    const types = Object.keys(EVENTS).sort();
    const { channels, components } = asyncDocument;
    const namesOf = (channel: Json) =>
      Object.keys(channel.messages)
        .map((name) => components.messages[name].name)
        .sort();
    expect(namesOf(channels.webhook)).toEqual(types);
    expect(namesOf(channels.events)).toEqual([...types, 'heartbeat'].sort());
    expect(namesOf(channels.webSocket)).toEqual([...types, 'heartbeat'].sort());
  });

  test('its schemas describe what is sent', () => {
    const schema = asyncDocument.components.schemas.TransactionFinalizedEvent;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    const event = {
      ...{ id: 7n, type: 'transaction.finalized', marketId: null, wallet: 'alice', at: 1 },
      data: { upTo: '6', wallet: 'alice', transactionIds: ['t'], dropped: ['secret'] },
    };
    const sent = JSON.parse(renderEnvelope(event));
    expect(validate(sent)).toBe(true);
    expect(sent.data).toEqual({ upTo: '6', wallet: 'alice', transactionIds: ['t'] });
    expect(validate({ ...sent, type: 'bet.failed' })).toBe(false);
    expect(validate({ ...sent, data: {} })).toBe(false);
  });

  test('names the servers by the origin of the service', () => {
    const { http, webSocket } = asyncDocument.servers;
    expect(http).toEqual({ host: expect.any(String), protocol: expect.stringMatching(/^https?$/) });
    expect(webSocket.protocol).toBe(http.protocol === 'https' ? 'wss' : 'ws');
  });
});

describe('events of bets that a healthy chain seldom makes', () => {
  const WALLET = '11111111111111111111111111111111' as Address;
  const RECORD: BetRecord = {
    betId: 'bet_1',
    marketId: `market_${WALLET}`,
    wallet: WALLET,
    outcome: 'Yes',
    amount: amount(1_000_000_001n),
    currency: 'SOL',
    state: 'pending',
    transactionId: 'x',
    pools: poolsOf(0n, 0n),
    placedAt: unixSeconds(1),
  };

  test.each<[Partial<BetRecord>, string]>([
    [{ state: 'pending' }, 'bet.pending'],
    [{ state: 'confirmed' }, 'bet.confirmed'],
    [{ state: 'failed' }, 'bet.failed'],
    [{ state: 'failed', error: { code: 'market_closed', params: {} } }, 'bet.failed'],
  ])('%s is sent as %s', (rest, type) => {
    const event = toFeedEvent({ ...RECORD, ...rest }, 9);
    const data = { ...event.data, wallet: event.wallet };
    const text = renderEnvelope({ ...event, data, id: 7n, at: 1 } as FeedEvent);
    expect(text).toContain('"amount":1.000000001,');
    const sent = JSON.parse(text);
    const validate = ajv.compile({ $ref: 'tote#/components/schemas/FeedEvent' });
    validate(sent);
    expect(validate.errors).toBe(null);
    expect([sent.type, sent.data.wallet, sent.data.error]).toEqual([
      type,
      WALLET,
      rest.error?.code,
    ]);
  });
});

// The OpenAPI and AsyncAPI documents match the behaviour of the service.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { EVENTS } from '../../src/feed/events.ts';
import { renderEnvelope } from '../../src/http/streams/envelope.ts';
import { useServers } from './support/servers.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape.
type Document = any;

/** AsyncAPI's own schema of its documents. */
const NAME = '@asyncapi/specs/schemas/3.1.0-without-$id.json';
const SCHEMA = createRequire(import.meta.url).resolve(NAME);

const servers = useServers();
let document: Document;
let asyncDocument: Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
beforeAll(async () => {
  document = (await servers.world.get('/openapi.json')).body;
  asyncDocument = (await servers.world.get('/asyncapi.json')).body;
  ajv.addSchema({ $id: 'tote', components: document.components });
});

const operations = (): [string, string, Document][] =>
  Object.entries(document.paths as Document).flatMap(([path, methods]) =>
    Object.entries(methods as Document).map(([method, each]): [string, string, Document] => [
      method.toUpperCase(),
      path,
      each,
    ]),
  );

describe('/v1/openapi.json', () => {
  // First: while schemas are compiled below, the service closes its idle connections.
  test('its examples are accepted, and answers match its schemas', async () => {
    const { world } = servers;
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
    const ids = operations().map(([, , { operationId }]) => operationId);
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
    for (const [, path, operation] of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const given = operation.parameters
        .filter((each: Document) => each.in === 'path')
        .map(({ name }: Document) => name);
      expect(given, path).toEqual(named);
    }
  });

  test('describes every event of the feed, with each of its fields', () => {
    const { FeedEvent, ...schemas } = document.components.schemas;
    const names = FeedEvent.oneOf.map(({ $ref }: Document) => $ref.split('/').at(-1));
    const byType = new Map(names.map((name: string) => [typeOf(schemas[name]), schemas[name]]));
    expect([...byType.keys()].sort()).toEqual(Object.keys(EVENTS).sort());
    for (const [type, { data }] of Object.entries(EVENTS)) {
      const { properties, required } = (byType.get(type) as Document).properties.data;
      expect(Object.keys(properties), type).toEqual(Object.keys(data.properties));
      expect(required, type).toEqual(data.required);
    }
    expect(schemas.OddsChangedEvent.properties.data.properties.sequence.type).toBe('number');
    const stream = document.paths['/v1/events'].get.responses['200'].content['text/event-stream'];
    expect(stream.schema.allOf).toEqual([{ $ref: '#/components/schemas/FeedEvent' }]);
  });

  const typeOf = ({ properties }: Document): string => properties.type.const;
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
    const namesOf = (channel: Document) =>
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

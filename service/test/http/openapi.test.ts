// The OpenAPI document and docs/api.md match the behaviour of the service.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENTS } from '../../src/feed/events.ts';
import { ALICE } from './support/memory-config.ts';
import { startServer, type TestServer } from './support/start-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape.
type Document = any;

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await startServer();
  document = (await server.request('GET', '/v1/openapi.json', { as: null })).json;
});
afterAll(() => server.close());

const operations = (): [string, string, Document][] =>
  Object.entries(document.paths as Document).flatMap(([path, methods]) =>
    Object.entries(methods as Document).map(([method, each]): [string, string, Document] => [
      method.toUpperCase(),
      path,
      each,
    ]),
  );

describe('/v1/openapi.json', () => {
  test('is OpenAPI 3.1 with every endpoint of the service', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(operations().map(([method, path]) => `${method} ${path}`)).toEqual(ENDPOINTS);
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
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'tote', components: document.components });
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

  test('lists every path parameter, and the errors of each operation', () => {
    for (const [method, path, operation] of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const given = operation.parameters
        .filter((each: Document) => each.in === 'path')
        .map(({ name }: Document) => name);
      expect(given, path).toEqual(named);
      expect(Object.keys(operation.responses), path).toContain('400');
      if (operation.security?.length === 2) {
        expect(operation.responses, `${method} ${path}`).toHaveProperty('401');
      }
    }
    const bet = document.paths['/v1/markets/{marketId}/bets'].post;
    expect(Object.keys(bet.responses).sort()).toEqual(
      ['201', '202', '400', '401', '402', '403', '404', '408', '409', '413', '414', '415'].concat([
        '429',
        '431',
        '500',
        '503',
      ]),
    );
    expect(bet.responses['409'].description).toContain('`market_closed`');
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

  test('its examples are accepted', async () => {
    const [example] = document.components.schemas.MarketRequest.examples;
    const created = await server.request('POST', '/v1/markets', { body: example });
    expect(created.status).toBe(201);
    const { oneOf } =
      document.paths['/v1/markets/{marketId}/bets'].post.requestBody.content['application/json']
        .schema;
    const bet = await server.request('POST', `/v1/markets/${created.json.id}/bets`, {
      body: oneOf[0].examples[0],
    });
    expect(bet.status).toBe(201);
  });

  test('responses match its schemas', async () => {
    const { id } = server.service.addMarket();
    const bet = await server.request('POST', `/v1/markets/${id}/bets`, {
      body: { outcome: 'Yes', amount: 1 },
    });
    const [body] = document.components.schemas.MarketRequest.examples;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'tote', components: document.components });
    const samples: [string, unknown][] = [
      ['Market', (await server.request('GET', `/v1/markets/${id}`)).json],
      ['MarketSummary', (await server.request('GET', '/v1/markets')).json[0]],
      ['MarketPreview', (await server.request('POST', '/v1/markets/preview', { body })).json],
      ['BetConfirmation', bet.json],
      ['Bet', (await server.request('GET', `/v1/bets/${bet.json.betId}`)).json],
      ['Account', (await server.request('GET', '/v1/account')).json],
      ['Config', (await server.request('GET', '/v1/config')).json],
      ['Reserves', (await server.request('GET', '/v1/reserves')).json],
      ['Statement', (await server.request('GET', '/v1/account/statement')).json],
      ['Wallet', (await server.request('GET', `/v1/wallets/${ALICE}`)).json],
      ['Leader', (await server.request('GET', '/v1/leaderboard')).json[1]],
      ['Stats', (await server.request('GET', '/v1/stats')).json],
      ['Error', (await server.request('GET', '/v1/nothing')).json],
    ];
    for (const [name, sample] of samples) {
      const validate = ajv.compile({ $ref: `tote#/components/schemas/${name}` });
      validate(sample);
      expect(validate.errors, name).toBe(null);
    }
  });
});

describe('docs/api.md', () => {
  const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');

  test('has a row for every endpoint of the document, and no other', () => {
    const rows = [...page.matchAll(/^\| `((?:GET|POST|DELETE) [^`]+)` \| (\w+)/gm)];
    const listed = rows.map(([, endpoint, credential]) => `${endpoint} ${credential}`);
    const published = operations().map(
      ([method, path, operation]) => `${method} ${path} ${credentialOf(operation)}`,
    );
    expect(listed.sort()).toEqual(published.sort());
  });
});

/** An empty alternative means that the credential is optional. */
function credentialOf({ security = [] }: Document): string {
  if (security.length === 0) return 'none';
  const isOptional = security.some((each: object) => Object.keys(each).length === 0);
  return isOptional ? 'optional' : 'required';
}

describe('/docs', () => {
  test('is a page that loads only from this service, as its policy allows', async () => {
    const { status, text, headers } = await server.request('GET', '/docs', { as: null });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/html');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const links = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(4);
    expect(text).not.toMatch(/<script>/);
    for (const link of links) {
      expect(link).toMatch(/^\/docs\//);
      expect((await server.request('GET', link, { as: null })).status, link).toBe(200);
    }
    expect((await server.request('GET', '/docs/json')).json).toEqual(document);
  });

  test('serves nothing outside of its folder', async () => {
    for (const path of ['..%2f..%2fpackage.json', '%2e%2e/package.json', 'nothing.js']) {
      const { status, json } = await server.request('GET', `/docs/static/${path}`);
      expect([404, 400], path).toContain(status);
      expect(Object.keys(json)).toEqual(['error']);
    }
  });
});

const ENDPOINTS = [
  'GET /healthz',
  'GET /readyz',
  'POST /v1/markets',
  'GET /v1/markets',
  'POST /v1/markets/preview',
  'POST /v1/markets/prepare',
  'GET /v1/markets/{marketId}',
  'GET /v1/markets/{marketId}/result',
  'GET /v1/markets/{marketId}/resolution',
  'GET /v1/markets/{marketId}/payouts',
  'GET /v1/markets/{marketId}/samples',
  'GET /v1/markets/{marketId}/history',
  'POST /v1/markets/{marketId}/attestations',
  'GET /v1/attestations',
  'POST /v1/markets/{marketId}/bets',
  'GET /v1/markets/{marketId}/bets',
  'POST /v1/markets/{marketId}/bets/prepare',
  'POST /v1/markets/{marketId}/veto/prepare',
  'GET /v1/bets/{betId}',
  'GET /v1/account',
  'GET /v1/account/statement',
  'POST /v1/account/transactions',
  'GET /v1/sign-in',
  'POST /v1/sign-in',
  'POST /v1/api-keys',
  'GET /v1/api-keys',
  'DELETE /v1/api-keys/{keyId}',
  'POST /v1/faucet',
  'POST /v1/transactions',
  'GET /v1/transactions/{transactionId}',
  'GET /v1/config',
  'GET /v1/reserves',
  'GET /v1/wallets/{address}',
  'GET /v1/leaderboard',
  'GET /v1/activity',
  'GET /v1/stats',
  'POST /v1/sandbox/clock',
  'GET /v1/events',
  'GET /v1/ws',
  'POST /v1/webhooks',
  'GET /v1/webhooks',
  'GET /v1/webhooks/{webhookId}/deliveries',
  'POST /v1/webhooks/{webhookId}/secret',
  'DELETE /v1/webhooks/{webhookId}',
];

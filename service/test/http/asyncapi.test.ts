import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENTS } from '../../src/feed/events.ts';
import { renderEnvelope } from '../../src/http/streams/envelope.ts';
import { startServer, type TestServer } from './support/start-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any;

/** Of the specification itself. */
const NAME = '@asyncapi/specs/schemas/3.1.0-without-$id.json';
const SCHEMA = createRequire(import.meta.url).resolve(NAME);

let server: TestServer;
let document: Json;
beforeAll(async () => {
  server = await startServer();
  document = (await server.request('GET', '/v1/asyncapi.json', { as: null })).json;
});
afterAll(() => server.close());

describe('/v1/asyncapi.json', () => {
  test('is valid by the schema of AsyncAPI 3.1', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));
    validate(document);
    expect(validate.errors).toBeNull();
    expect(validate({ ...document, asyncapi: '3.0.0' })).toBe(false);
    expect(validate({ ...document, channels: { x: { address: 7 } } })).toBe(false);
  });

  test('every reference leads somewhere', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(refs.length).toBeGreaterThan(50);
    for (const [, path = ''] of refs) {
      const target = path.split('/').reduce((inside, name) => inside?.[name], document);
      expect(target, path).toBeDefined();
    }
  });

  test('has each event of the feed on each channel, and heartbeats on streams', () => {
    const types = Object.keys(EVENTS).sort();
    const { channels, components } = document;
    const namesOf = (channel: Json) =>
      Object.keys(channel.messages)
        .map((name) => components.messages[name].name)
        .sort();
    expect(namesOf(channels.webhook)).toEqual(types);
    expect(namesOf(channels.events)).toEqual([...types, 'heartbeat'].sort());
    expect(namesOf(channels.webSocket)).toEqual([...types, 'heartbeat'].sort());
  });

  test('its schemas describe what is sent', () => {
    const schema = document.components.schemas.TransactionFinalizedEvent;
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
    const { http, webSocket } = document.servers;
    expect(http).toEqual({ host: expect.any(String), protocol: expect.stringMatching(/^https?$/) });
    expect(webSocket.protocol).toBe(http.protocol === 'https' ? 'wss' : 'ws');
  });
});

import { EVENTS } from '../../feed/events.ts';
import { BUILD } from '../../telemetry/build.ts';
import { EVENT_SCHEMAS, Heartbeat, schemaNameOf } from '../schemas/events.ts';
import { EventsQuery } from '../schemas/query.ts';
import { publishSchema } from './build-document.ts';

// Builds the AsyncAPI document of the feed, from the same schemas as the OpenAPI document.

const DESCRIPTION = `Events about markets: created, bet in, decided and paid. The same events come
as server-sent events, over a WebSocket and as webhooks. Each is stored and has an id; ids grow,
and a stream resumes after the last one that you saw. Types and fields may be added: ignore
unknown ones.`;

const WEBHOOK_DESCRIPTION = `The address of a webhook, by the Standard Webhooks specification.
Events come in order; the next one is sent when this one was answered with 2xx.`;

const WEBHOOK_HEADERS = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': { type: 'string', description: 'The id of the event.' },
    'webhook-timestamp': { type: 'string', description: 'When it was sent, in Unix seconds.' },
    'webhook-signature': {
      type: 'string',
      description: 'Signatures v1,<base64>, separated by spaces: one per valid secret.',
    },
  },
};

const ref = (...path: string[]) => ({ $ref: `#/${path.join('/')}` });

export function buildAsyncDocument(origin: string): Record<string, unknown> {
  const { host, protocol } = new URL(origin);
  const isSecure = protocol === 'https:';
  const events = Object.keys(EVENTS).map(schemaNameOf);
  return {
    asyncapi: '3.1.0',
    info: { title: 'Tote', version: BUILD.version, description: DESCRIPTION },
    defaultContentType: 'application/json',
    servers: {
      http: { host, protocol: isSecure ? 'https' : 'http' },
      webSocket: { host, protocol: isSecure ? 'wss' : 'ws' },
    },
    channels: {
      events: {
        address: '/v1/events',
        description: 'Server-sent events. The payload is in `data`.',
        servers: [ref('servers', 'http')],
        messages: messagesOf([...events, 'Heartbeat']),
      },
      webSocket: {
        address: '/v1/ws',
        description: 'One message per event.',
        servers: [ref('servers', 'webSocket')],
        messages: messagesOf([...events, 'Heartbeat']),
        bindings: { ws: { method: 'GET', query: queryOf(), bindingVersion: '0.1.0' } },
      },
      webhook: {
        address: null,
        description: WEBHOOK_DESCRIPTION,
        messages: messagesOf(events),
      },
    },
    operations: {
      streamEvents: {
        action: 'send',
        channel: ref('channels', 'events'),
        bindings: { http: { method: 'GET', query: queryOf(), bindingVersion: '0.3.0' } },
      },
      streamOverWebSocket: { action: 'send', channel: ref('channels', 'webSocket') },
      postToWebhook: {
        action: 'send',
        channel: ref('channels', 'webhook'),
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    components: {
      messages: { ...eventMessages(), Heartbeat: heartbeatMessage() },
      schemas: {
        ...Object.fromEntries(events.map((name) => [name, inline(EVENT_SCHEMAS[name])])),
        Heartbeat: inline(Heartbeat),
      },
    },
  };
}

const messagesOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, ref('components', 'messages', name)]));

function eventMessages(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([type, { when }]) => {
      const name = schemaNameOf(type);
      const payload = ref('components', 'schemas', name);
      // Streams have no headers; those of webhooks come with each event.
      return [name, { name: type, summary: when, headers: WEBHOOK_HEADERS, payload }];
    }),
  );
}

function heartbeatMessage(): Record<string, unknown> {
  return {
    name: 'heartbeat',
    summary: 'The stream is alive. Every 15 seconds, without an id.',
    payload: ref('components', 'schemas', 'Heartbeat'),
  };
}

const inline = (schema: object | undefined) => publishSchema({ ...schema });

const queryOf = () => publishSchema({ ...EventsQuery });

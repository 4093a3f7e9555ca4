import { CONDITION_SCHEMA } from '@tote/conditions/condition-schema';
import { ERRORS, type ErrorCode } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { BUILD } from '../../telemetry/build.ts';
import { isOfferedEverywhere } from '../country-check.ts';
import { JSON_TYPE } from '../response-headers.ts';
import { credentialOf, type Operation, TAGS } from '../route.ts';
import { ROUTES } from '../routes/index.ts';
import { EVENT_SCHEMAS } from '../schemas/events.ts';
import { NAMES, named } from '../schemas/fragments.ts';

const DESCRIPTION = `Yes/no prediction markets on Solana. Stakes go into one pool per outcome. The
winners share the losing pool after fees, and are paid automatically.

Amounts are exact JSON numbers; read them with a parser that keeps all digits, or as text.
Send amounts as numbers or decimal strings. In a request, null counts as left out. Errors are
\`{"error": string}\` with a stable code in the header \`X-Error-Code\`. A POST that changes
something takes an \`Idempotency-Key\`, where its parameters say so. \`HEAD\` works wherever
\`GET\` does.`;

const WALLET_DESCRIPTION = `Base58 or base64 signature of the wallet in \`X-Wallet\` over
seven lines: \`Tote v1\`, the origin and the genesis hash of \`GET /v1/config\`,
\`METHOD path?query\`, the SHA-256 of the body in hex, \`X-Timestamp\` and \`X-Nonce\`. All four
headers are needed.`;

const ERROR_SCHEMA = {
  type: 'object',
  properties: { error: { type: 'string', description: 'What went wrong and what to do.' } },
  required: ['error'],
  additionalProperties: false,
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Requests with the same key and body run once and get the same response, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

export function buildDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, { operation }] of Object.entries(ROUTES)) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(id, operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tote', version: BUILD.version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: TAGS.map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA, ...publishNamedSchemas() },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of your wallet. `X-API-Key: <key>` is the same.',
        },
        wallet: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Signature',
          description: WALLET_DESCRIPTION,
        },
      },
    },
  };
}

function describe(id: string, operation: Operation): object {
  const { tag, summary, body, scope, actsAgain } = operation;
  const credential = credentialOf(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(scope && { description: `An API key needs the scope \`${scope}\`.` }),
    // For the generator of the SDK: its calls are not repeated when a response is lost.
    ...(actsAgain && { 'x-acts-again': true }),
    ...(credential !== 'none' && {
      security: [{ apiKey: [] }, { wallet: [] }, ...(credential === 'optional' ? [{}] : [])],
    }),
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: publishSchema(body) } },
      },
    }),
    responses: { ...responsesOf(operation), ...describeErrors(operation) },
  };
}

function parametersOf({ path, query, keepsKey }: Operation): object[] {
  const fields: Record<string, unknown> = query?.properties ?? {};
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(fields).map(([name, field]) => {
      const { description, ...schema } = publishSchema(field) as { description?: string };
      return { name, in: 'query', required: false, description, schema };
    }),
    ...(keepsKey ? [IDEMPOTENCY_KEY] : []),
  ];
}

const RESPONSE_DESCRIPTIONS: Readonly<Record<number, string>> = {
  101: 'The protocol changes to WebSocket.',
  200: 'Done.',
  201: 'Confirmed on chain.',
  202: 'Accepted, but not confirmed within ten seconds.',
};

function responsesOf({
  response,
  statuses = [200],
  headers = {},
  mediaType = 'application/json',
  otherMediaTypes = {},
}: Operation): object {
  const named = Object.entries(headers).map(([name, description]) => [
    name,
    { schema: { type: 'string' }, description },
  ]);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: RESPONSE_DESCRIPTIONS[status] ?? 'Done.',
        ...(named.length > 0 && { headers: Object.fromEntries(named) }),
        ...(status !== 101 && {
          content: publishContent({ [mediaType]: response, ...otherMediaTypes }),
        }),
      },
    ]),
  );
}

function publishContent(schemas: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => [type, { schema: publishSchema(schema) }]),
  );
}

const ANY_REQUEST: readonly ErrorCode[] = [
  'request_malformed',
  'path_malformed',
  'request_timeout',
  'uri_too_long',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'service_overloaded',
  'service_stopping',
  'database_unavailable',
  'result_unknown',
];
const WITH_CREDENTIAL: readonly ErrorCode[] = [
  'credential_invalid',
  'signature_expired',
  'nonce_reused',
  'wallet_mismatch',
];
const WITH_UNUSED_BODY: readonly ErrorCode[] = [
  'body_malformed',
  'body_too_large',
  'content_type_unsupported',
];
const WITH_BODY: readonly ErrorCode[] = [
  ...WITH_UNUSED_BODY,
  'body_not_object',
  'body_too_deep',
  'field_missing',
  'field_invalid',
  'field_unknown',
  'field_duplicated',
];
const WITH_IDEMPOTENCY_KEY: readonly ErrorCode[] = [
  'idempotency_key_reused',
  'idempotency_key_busy',
];

function describeErrors(operation: Operation): Record<string, object> {
  const { method, query, body, scope, keepsKey, errors = [] } = operation;
  const credential = credentialOf(operation);
  const when = (applies: unknown, codes: readonly ErrorCode[]) => (applies ? codes : []);
  const codes = new Set<ErrorCode>([
    ...ANY_REQUEST,
    ...when(method !== 'GET' && !body, WITH_UNUSED_BODY),
    ...errors,
    ...when(query, ['query_parameter_duplicated']),
    ...when(credential !== 'none', WITH_CREDENTIAL),
    ...when(credential === 'required', ['credential_missing', 'not_allowed']),
    ...when(scope === 'operate', ['wallet_not_operator']),
    ...when(!isOfferedEverywhere(method, operation), ['country_blocked']),
    ...when(body, WITH_BODY),
    ...when(method === 'POST', ['idempotency_key_malformed']),
    ...when(keepsKey, WITH_IDEMPOTENCY_KEY),
  ]);
  const byStatus: Record<string, string[]> = {};
  for (const code of codes) {
    const { status, message } = ERRORS[code];
    byStatus[status] = [...(byStatus[status] ?? []), `- \`${code}\`: ${message}`];
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, lines]) => [status, refusal(lines.join('\n'))]),
  );
}

function refusal(description: string): object {
  return {
    description,
    headers: { 'X-Error-Code': { schema: { type: 'string' }, description: 'A stable code.' } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

named('Condition', CONDITION_SCHEMA);

const INTERNAL = new Set([
  ...['tote', 'openapi', 'jsonObject', 'least', 'most', 'choices', 'takesNull', 'copied'],
]);

export function publishSchema(schema: unknown): unknown {
  const name = NAMES.get(schema);
  return name === undefined ? copy(schema) : { $ref: `#/components/schemas/${name}` };
}

/** By name; the events of the feed stay together, in their order. */
function publishNamedSchemas(): Record<string, unknown> {
  const keyOf = (name: string) => (name in EVENT_SCHEMAS ? 'Event' : name);
  const sorted = [...NAMES].sort(([, a], [, b]) => compare(keyOf(a), keyOf(b)));
  return Object.fromEntries(sorted.map(([schema, name]) => [name, copy(schema)]));
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

function copy(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(publishSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { openapi, ...rest } = schema as { openapi?: unknown; [key: string]: unknown };
  if (openapi !== undefined) return copy(openapi);
  // OpenAPI's discriminator needs named branches; each branch has its type as a constant anyway.
  const { discriminator: _, examples, ...keywords } = rest;
  const entries = Object.entries(keywords).filter(([key]) => !INTERNAL.has(key));
  const published = Object.fromEntries(entries.map(([key, value]) => [key, publishSchema(value)]));
  return examples === undefined ? published : { ...published, examples };
}

/** Built when it is first asked for. */
export function publishDocument(app: FastifyInstance, path: string, build: () => object): void {
  let text = '';
  app.get(path, { config: { isPublic: true } }, async (_request, reply) => {
    text ||= JSON.stringify(build());
    reply.type(JSON_TYPE);
    return text;
  });
}

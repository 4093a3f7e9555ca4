// Builds the OpenAPI document from the list of routes.
import { BUILD } from '../../telemetry/build.ts';
import { credentialOf, type Operation } from '../route.ts';
import { ROUTES } from '../routes/index.ts';
import { describeErrors } from './describe-errors.ts';
import { publishNamedSchemas, publishSchema } from './publish-schema.ts';

const DESCRIPTION = `Yes/no prediction markets on Solana. Stakes go into one pool per outcome. The
winners share the losing pool after fees, and are paid automatically.

Amounts are exact JSON numbers; read them with a parser that keeps all digits, or as text.
Send amounts as numbers or decimal strings. Errors are \`{"error": string}\` with a stable code in
the header \`X-Error-Code\`. Every POST takes an \`Idempotency-Key\`.`;

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
  for (const { operation } of ROUTES) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tote', version: BUILD.version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: ['Markets', 'Bets', 'Account', 'Transactions', 'Feed', 'Service'].map((name) => ({
      name,
    })),
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA, ...publishNamedSchemas() },
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of your wallet.' },
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

function describe(operation: Operation): object {
  const { id, tag, summary, body } = operation;
  const credential = credentialOf(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
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

function parametersOf({ method, path, query }: Operation): object[] {
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
    ...(method === 'POST' ? [IDEMPOTENCY_KEY] : []),
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

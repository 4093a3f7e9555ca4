// The OpenAPI document of the service, read from its routes without starting it.
import { createServer, type ServerOptions } from '../../service/src/http/server.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: Content;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  /** An empty alternative means that the credential is optional. */
  readonly security?: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Routes only use these when a request comes, and none comes but the one for the document. */
const UNUSED = new Proxy({}, { get: () => () => undefined });

export async function readDocument(): Promise<OpenApiDocument> {
  const app = createServer({
    ...{ commands: UNUSED, queries: UNUSED, authenticator: UNUSED, feed: UNUSED, log: UNUSED },
    ...{ describe: () => '', wallMs: () => 0, servesMetrics: false },
  } as unknown as ServerOptions);
  try {
    const { body } = await app.inject({ method: 'GET', url: '/v1/openapi.json' });
    return JSON.parse(body) as OpenApiDocument;
  } finally {
    await app.close();
  }
}

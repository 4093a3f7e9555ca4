// The OpenAPI document of the service, read from its routes without starting it.
import { buildDocument } from '../../service/src/http/openapi/build-document.ts';

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
  /** Set where sending it twice acts twice, whatever its Idempotency-Key. */
  readonly 'x-acts-again'?: boolean;
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

export function readDocument(): OpenApiDocument {
  return JSON.parse(JSON.stringify(buildDocument())) as OpenApiDocument;
}

const PREFIX = '#/components/schemas/';

/** The name of a schema that is only referred to. */
export function refName({ $ref }: Schema): string | undefined {
  return $ref?.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : undefined;
}

/** The schema of what is not null, and whether null is allowed. */
export function sortedNullable(schema: Schema): { inner: Schema; isNullable: boolean } {
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const types = schema.type.filter((each) => each !== 'null');
    const type = types.length === 1 ? types[0] : types;
    return { inner: { ...schema, type } as Schema, isNullable: true };
  }
  const choices = schema.oneOf ?? schema.anyOf;
  const others = choices?.filter(({ type }) => type !== 'null');
  if (!choices || !others || others.length === choices.length) {
    return { inner: schema, isNullable: false };
  }
  const inner = others.length === 1 ? (others[0] as Schema) : { anyOf: others };
  return { inner, isNullable: true };
}

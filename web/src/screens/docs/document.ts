/** What the page reads of an OpenAPI document. */
export interface Document {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { description: string; content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
export type Schema = { readonly [key: string]: unknown };

/** With the schemas that it names in their places. */
export function expand(document: Document, schema: unknown, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((each) => expand(document, each, depth));
  const { $ref } = schema as { $ref?: string };
  const name = $ref?.split('/').at(-1);
  if (name !== undefined) {
    // A schema may contain itself.
    return depth > 8 ? name : expand(document, document.components.schemas[name], depth + 1);
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, expand(document, value, depth)]),
  );
}

export function exampleOf(document: Document, schema: Schema): string {
  const { examples, oneOf } = expand(document, schema) as {
    examples?: unknown[];
    oneOf?: Schema[];
  };
  const [example = {}] = examples ?? (oneOf?.[0]?.examples as unknown[] | undefined) ?? [];
  return JSON.stringify(example, null, 2);
}

// The operations and the shapes of their answers as short texts, which the SDK reads when it runs.
// packages/sdk/src/shape.ts has their grammar.
import { listOperations, type SdkOperation } from './operations.ts';
import type { OpenApiDocument, Schema } from './read-document.ts';
import { refName, sortedNullable } from './schemas.ts';

const HEAD = `// Made by \`npm run generate\` from the OpenAPI document. Do not edit.
import type { Operations } from './types.ts';
`;
const OPERATIONS_COMMENT = `/**
 * Method, path, \`>\` and a header that is part of the answer, the shape of the answer unless it is
 * text. In front: \`!\` if it may act twice when it is sent twice, \`+\` if it takes a credential,
 * \`=\` if it needs one.
 */
`;
const CREDENTIALS = { none: '', optional: '+', required: '=' } as const;

export function renderOperations(document: OpenApiDocument): string {
  const { schemas } = document.components;
  const operations = listOperations(document);
  const events = listEvents(schemas);
  const wanted = new Set<string>();
  const lines = operations.map((each) => `  ${each.id}: '${describe(each, wanted)}',\n`);
  const eventLines = [...events].map(
    ([type, data]) => `  '${type}': '${shapeOf(data, wanted)}',\n`,
  );
  const shapes = collectShapes(schemas, wanted);
  return [
    HEAD,
    `${OPERATIONS_COMMENT}export const OPERATIONS: Readonly<Record<keyof Operations, string>> = {
${lines.join('')}};
`,
    `export const SHAPES: Readonly<Record<string, string>> = {\n${shapes}};\n`,
    `/** Type of the event to the shape of its data. */
export const EVENT_SHAPES: Readonly<Record<string, string>> = {
${eventLines.join('')}};
`,
  ].join('\n');
}

function describe(operation: SdkOperation, wanted: Set<string>): string {
  const { isRepeatable, credential, method, path, answer, headers } = operation;
  const marks = (isRepeatable ? '' : '!') + CREDENTIALS[credential];
  const [header, ...others] = Object.keys(headers);
  if (others.length > 0) throw new Error(`${operation.id} has more headers than one`);
  return [
    `${marks}${method}`,
    path,
    ...(header ? [`>${header}`] : []),
    ...(answer ? [shapeOf(answer, wanted)] : []),
  ].join(' ');
}

/** Every shape that is needed, and what it needs itself. */
function collectShapes(schemas: Readonly<Record<string, Schema>>, wanted: Set<string>): string {
  let text = '';
  for (const name of wanted) {
    const schema = schemas[name];
    if (!schema) throw new Error(`the document has no schema ${name}`);
    text += `  ${name}: '${shapeOf(schema, wanted)}',\n`;
  }
  return text;
}

/** Type of the event to the schema of its data. */
function listEvents(schemas: Readonly<Record<string, Schema>>): Map<string, Schema> {
  const events = (schemas.FeedEvent?.oneOf ?? []).map((each) => schemas[refName(each) ?? '']);
  return new Map(
    events.map((event) => [String(event?.properties?.type?.const), event?.properties?.data ?? {}]),
  );
}

function shapeOf(schema: Schema, wanted: Set<string>): string {
  const { inner, isNullable } = sortedNullable(schema);
  return present(inner, wanted) + (isNullable ? '~' : '');
}

function present(schema: Schema, wanted: Set<string>): string {
  const name = refName(schema);
  if (name !== undefined) {
    wanted.add(name);
    return `:${name}`;
  }
  if (schema.allOf?.length === 1) return shapeOf(schema.allOf[0] as Schema, wanted);
  if (schema.oneOf || schema.anyOf) return isText(schema) ? '' : '*';
  if (schema.format === 'decimal') return '#';
  switch (schema.type) {
    case 'integer':
    case 'number':
      return '%';
    case 'boolean':
      return '!';
    case 'array':
      return `[${shapeOf(schema.items ?? {}, wanted)}]`;
    case 'object':
      return objectShape(schema, wanted);
    default:
      return isText(schema) ? '' : '*';
  }
}

function isText({ type, const: value, enum: values, oneOf, anyOf }: Schema): boolean {
  if (type !== undefined) return type === 'string';
  const choices = oneOf ?? anyOf;
  if (choices) return choices.every(isText);
  return (values ?? [value]).every((each) => typeof each === 'string');
}

function objectShape(schema: Schema, wanted: Set<string>): string {
  const { properties, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${name}${shapeOf(field, wanted)}${mark}`;
  });
  if (typeof additionalProperties === 'object') {
    fields.push(`*${shapeOf(additionalProperties, wanted)}`);
  }
  return fields.length === 0 ? '*' : `{${fields.join(' ')}}`;
}

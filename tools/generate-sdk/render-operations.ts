// The operations and the shapes of their answers as short texts, which the SDK reads when it runs.
import { listAmounts } from './list-amounts.ts';
import { headerProperty, listOperations, type SdkOperation } from './operations.ts';
import { type OpenApiDocument, refName, type Schema } from './read-document.ts';

type Schemas = Readonly<Record<string, Schema>>;

const HEAD = `// Made by \`npm run generate\` from the OpenAPI document. Do not edit.
import type { Operations } from './types.ts';
`;
const OPERATIONS_COMMENT = [
  '/**',
  ' * Method, path, `>` and a property that is sent as a header, and unless the answer is text',
  ' * its shape: `{` for an object, `[` for a list of objects, and names that each must have. In',
  ' * front: `!` if it may act twice when it is sent twice, `+` if it takes a credential, `=` if',
  ' * it needs one.',
  ' */',
].join('\n');
const AMOUNTS_COMMENT =
  '/** Names of amounts in answers and events: `name`, `parent.name`, `parent.` for all in it. */';
const CREDENTIALS = { none: '', optional: '+', required: '=' } as const;

export function renderOperations({ paths, components }: OpenApiDocument): string {
  const { schemas } = components;
  const operations = listOperations({ paths, components });
  const lines = operations.map((each) => `  ${each.id}: '${describe(each, schemas)}',\n`);
  const answers = operations.flatMap(({ answer }) => answer ?? []);
  const events = schemas.FeedEvent ? [schemas.FeedEvent] : [];
  const amounts = listAmounts(schemas, [...answers, ...events]).join(' ');
  return [
    HEAD,
    OPERATIONS_COMMENT,
    'export const OPERATIONS: Readonly<Record<keyof Operations, string>> = {',
    `${lines.join('')}};\n`,
    AMOUNTS_COMMENT,
    `export const AMOUNTS =\n  '${amounts}';\n`,
  ].join('\n');
}

function describe(operation: SdkOperation, schemas: Schemas): string {
  const { isRepeatable, credential, method, path, answer, headers } = operation;
  const marks = (isRepeatable ? '' : '!') + CREDENTIALS[credential];
  const [header, ...others] = Object.keys(headers);
  if (others.length > 0) throw new Error(`${operation.id} has more headers than one`);
  return [
    `${marks}${method}`,
    path,
    ...(header ? [`>${headerProperty(header)}`] : []),
    ...(answer ? [shapeOf(operation.id, answer, schemas)] : []),
  ].join(' ');
}

/** Enough names to know the answer of another version, besides ids and all that lead to amounts. */
const NAMES = 1;

function shapeOf(id: string, answer: Schema, schemas: Schemas): string {
  const whole = resolve(answer, schemas);
  const isList = whole.type === 'array';
  const item = isList ? resolve(whole.items ?? {}, schemas) : whole;
  const { type, required = [], properties = {} } = item;
  if (type !== 'object') throw new Error(`${id} answers neither an object nor a list of objects`);
  const names = required.filter(
    (name, index) =>
      index < NAMES ||
      name.endsWith('Id') ||
      listAmounts(schemas, [properties[name] ?? {}]).length > 0,
  );
  return (isList ? '[' : '{') + names.join(' ');
}

/** Alternatives, such as events, become what all of them have. */
function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = refName(schema);
  if (name !== undefined) return resolve(schemas[name] ?? {}, schemas);
  if (!schema.oneOf) return schema;
  const [first = {}, ...others] = schema.oneOf.map((each) => resolve(each, schemas));
  const isCommon = (field: string) => others.every(({ required }) => required?.includes(field));
  return { ...first, required: first.required?.filter(isCommon) };
}

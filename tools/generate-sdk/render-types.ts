// The types of requests and answers, and the interface with a method per operation.
import { headerProperty, listOperations, type SdkOperation } from './operations.ts';
import { type OpenApiDocument, refName, type Schema, sortedNullable } from './read-document.ts';

/** Amounts in a request can also be base units. */
type Direction = 'in' | 'out';

const HEAD = `// Made by \`npm run generate\` from the OpenAPI document. Do not edit.
import type { CallOptions } from '../call-options.ts';
import type { AmountInput, Decimal } from '../decimal.ts';
`;

export function renderTypes(document: OpenApiDocument): string {
  const operations = listOperations(document);
  const { schemas } = document.components;
  const reach = (part: 'body' | 'answer') =>
    findReachable(
      schemas,
      operations.map((each) => each[part]),
    );
  const [asked, answered] = [reach('body'), reach('answer')];
  const named = Object.entries(schemas).flatMap(([name, schema]) => {
    if (name === 'Error') return [];
    const isShared = asked.has(name) && answered.has(name);
    if (isShared && JSON.stringify(schema).includes('"format":"decimal"')) {
      throw new Error(`${name} is in requests and answers, where amounts have different types`);
    }
    return [renderNamed(name, schema, asked.has(name) ? 'in' : 'out')];
  });
  const methods = operations.flatMap(renderMethods).join('\n');
  return [HEAD, ...named, `export interface Operations {\n${methods}\n}\n`].join('\n');
}

/** The names of the schemas that these refer to, directly or not. */
function findReachable(
  schemas: Readonly<Record<string, Schema>>,
  from: readonly (Schema | undefined)[],
): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const name = refName(value as Schema);
    if (name === undefined) {
      for (const inside of Object.values(value)) visit(inside);
    } else if (!found.has(name)) {
      found.add(name);
      visit(schemas[name]);
    }
  };
  for (const schema of from) visit(schema);
  return found;
}

function renderNamed(name: string, schema: Schema, direction: Direction): string {
  return `${comment(schema, '')}export type ${name} = ${renderType(schema, direction, '')};\n`;
}

/** Two if the answer may also be CSV. */
function renderMethods(operation: SdkOperation): string[] {
  if (!operation.hasCsv) return [renderMethod(operation)];
  const withFormat = (format: string, rest: Partial<SdkOperation>, isRequired: boolean) => {
    const { description } = operation.query.format ?? {};
    const query = { ...operation.query, format: { enum: [format], description } };
    const required = isRequired ? ['format'] : [];
    return renderMethod({ ...operation, ...rest, query }, required);
  };
  return [withFormat('csv', { answer: undefined }, true), withFormat('json', {}, false)];
}

function renderMethod(operation: SdkOperation, required: readonly string[] = []): string {
  const { id, method, path, summary, answer, headers } = operation;
  const text = `  /** ${summary}: \`${method} ${path}\`. */\n`;
  const result = answer ? renderType(answer, 'out', '  ') : 'string';
  const extra = Object.entries(headers).map(
    ([name, description]) =>
      `    /** ${description} */\n    readonly ${headerProperty(name)}?: string;\n`,
  );
  const output = extra.length > 0 ? `${result} & {\n${extra.join('')}  }` : result;
  return `${text}  ${id}(${renderInput(operation, required)}): Promise<${output}>;`;
}

function renderInput(
  { pathNames, query, body }: SdkOperation,
  requiredQuery: readonly string[],
): string {
  const properties = {
    ...Object.fromEntries(pathNames.map((name) => [name, { type: 'string' }])),
    ...query,
  };
  const required = [...pathNames, ...requiredQuery];
  const isEmpty = Object.keys(properties).length === 0;
  const parts = [
    ...(isEmpty ? [] : [renderObject({ properties, required }, 'in', '  ')]),
    ...(body ? [renderType(body, 'in', '  ')] : []),
  ];
  const type = parts.length === 0 ? 'Record<never, never>' : parts.map(inBrackets).join(' & ');
  const isOptional = !body && required.length === 0;
  return `input${isOptional ? '?' : ''}: ${type}, options?: CallOptions`;
}

const inBrackets = (type: string, _: number, all: readonly string[]) =>
  all.length > 1 && type.includes(' | ') ? `(${type})` : type;

function renderType(schema: Schema, direction: Direction, indent: string): string {
  const name = refName(schema);
  if (name !== undefined) return name;
  const { inner, isNullable } = sortedNullable(schema);
  const text = renderPresent(inner, direction, indent);
  return isNullable ? `${text} | null` : text;
}

function renderPresent(schema: Schema, direction: Direction, indent: string): string {
  const name = refName(schema);
  if (name !== undefined) return name;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return union(choices.map((each) => renderType(each, direction, indent)));
  if (schema.allOf?.length === 1) return renderType(schema.allOf[0] as Schema, direction, indent);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.format === 'decimal') return direction === 'in' ? 'AmountInput' : 'Decimal';
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => renderPresent({ ...schema, type }, direction, indent)));
  }
  if (schema.type === 'array') {
    return `ReadonlyArray<${renderType(schema.items ?? {}, direction, indent)}>`;
  }
  if (schema.type === 'object') return renderObject(schema, direction, indent);
  return SCALARS[String(schema.type)] ?? 'unknown';
}

const SCALARS: Readonly<Record<string, string>> = {
  ...{ string: 'string', number: 'number', integer: 'number', boolean: 'boolean' },
};

const union = (types: readonly string[]) => [...new Set(types)].join(' | ');

function renderObject(schema: Schema, direction: Direction, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const deeper = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    const type = renderType(field, direction, deeper);
    return `${comment(field, deeper)}${deeper}readonly ${key(name)}${mark}: ${type};\n`;
  });
  if (typeof additionalProperties === 'object') {
    const type = renderType(additionalProperties, direction, deeper);
    fields.push(`${deeper}readonly [name: string]: ${type};\n`);
  }
  if (fields.length === 0) return 'Readonly<Record<string, unknown>>';
  return `{\n${fields.join('')}${indent}}`;
}

const key = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name));

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

function comment({ description }: Schema, indent: string): string {
  if (!description) return '';
  return `${indent}/** ${description.replace(/\s+/g, ' ').replaceAll('*/', '* /')} */\n`;
}

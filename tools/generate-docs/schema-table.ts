// The fields of a JSON Schema as a Markdown list.

/** As the sources write it: `openapi` is what is published in place of the rest. */
export interface Schema {
  readonly openapi?: Schema;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Fields of fields have a line each, named with dots. */
export function renderFields(schema: Schema): string {
  return listLines(schema, '').join('\n');
}

function listLines({ properties = {}, required = [] }: Schema, prefix: string): string[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const { schema, isNullable } = unwrap(property);
    const name = `${prefix}${key}`;
    const type = [typeOf(schema), ...(isNullable ? ['null'] : [])].join(' or ');
    const form = required.includes(key) ? type : `${type}, optional`;
    const line = `- \`${name}\` (${form}): ${schema.description ?? ''}`;
    return [line.trimEnd().replace(/:$/, ''), ...listLines(schema, `${name}.`)];
  });
}

function unwrap(property: Schema): { schema: Schema; isNullable: boolean } {
  const { anyOf } = property;
  if (!anyOf) return { schema: property.openapi ?? property, isNullable: false };
  const [first = {}] = anyOf.filter(({ type }) => type !== 'null');
  return { schema: first.openapi ?? first, isNullable: true };
}

function typeOf({ type = '', format, enum: choices }: Schema): string {
  if (choices) return choices.map((each) => `\`${each}\``).join('/');
  return format === 'date-time' ? 'instant' : [type].flat().join(' or ');
}

// The fields of a JSON Schema as a Markdown table.

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

/** Fields of fields have a row each, named with dots. */
export function renderFields(schema: Schema): string {
  const rows = listRows(schema, '').map((cells) => `| ${cells.join(' | ')} |`);
  return ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n');
}

type Row = readonly [field: string, type: string, meaning: string];

function listRows({ properties = {}, required = [] }: Schema, prefix: string): Row[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const { schema, isNullable } = unwrap(property);
    const name = `${prefix}${key}`;
    const isOptional = !required.includes(key);
    const type = [typeOf(schema), ...(isNullable ? ['null'] : [])].join(' or ');
    const row: Row = [
      `\`${name}\``,
      isOptional ? `${type}, optional` : type,
      schema.description ?? '',
    ];
    return [row, ...listRows(schema, `${name}.`)];
  });
}

function unwrap(property: Schema): { schema: Schema; isNullable: boolean } {
  const { anyOf } = property;
  if (!anyOf) return { schema: property.openapi ?? property, isNullable: false };
  const [first = {}] = anyOf.filter(({ type }) => type !== 'null');
  return { schema: first.openapi ?? first, isNullable: true };
}

function typeOf({ type = '', format, enum: choices }: Schema): string {
  if (choices) return choices.map((each) => `\`${each}\``).join(' or ');
  return format === 'date-time' ? 'instant' : [type].flat().join(' or ');
}

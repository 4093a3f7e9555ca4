import type { Schema } from './read-document.ts';

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

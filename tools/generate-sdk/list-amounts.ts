// The names of amounts in answers. Numbers of one name may be amounts in one place and counts in
// another, so a name has as much context as it needs.
import { refName, type Schema } from './read-document.ts';

type Schemas = Readonly<Record<string, Schema>>;

interface Place {
  readonly parent: string;
  readonly name: string;
}

/** `name`, or `parent.` if everything in it is an amount, or `parent.name`. */
export function listAmounts(schemas: Schemas, answers: readonly Schema[]): string[] {
  const amounts: Place[] = [];
  const others: Place[] = [];
  const seen = new Set<string>();
  const visit = (schema: Schema, { parent, name }: Place): void => {
    const target = refName(schema);
    if (target !== undefined) {
      const key = `${target} ${parent} ${name}`;
      if (!seen.has(key)) visit(schemas[seen.add(key) && target] ?? {}, { parent, name });
      return;
    }
    const { oneOf = [], anyOf = [], allOf = [], items, properties = {} } = schema;
    for (const each of [...oneOf, ...anyOf, ...allOf, ...(items ? [items] : [])]) {
      visit(each, { parent, name });
    }
    for (const [inside, field] of Object.entries(properties)) {
      visit(field, { parent: name, name: inside });
    }
    const { additionalProperties: rest, format, type } = schema;
    if (typeof rest === 'object') visit(rest, { parent: name, name: '*' });
    if (format === 'decimal') amounts.push({ parent, name });
    else if (isScalar(type)) others.push({ parent, name });
  };
  for (const answer of answers) visit(answer, { parent: '', name: '' });
  return [...new Set(amounts.map((place) => nameOf(place, others)))].sort();
}

const isScalar = (type: Schema['type']) =>
  [type].flat().some((each) => each === 'string' || each === 'number' || each === 'integer');

function nameOf({ parent, name }: Place, others: readonly Place[]): string {
  if (name !== '*' && others.every((other) => other.name !== name)) return name;
  if (others.every((other) => other.parent !== parent)) return `${parent}.`;
  const isOther = others.some((other) => other.parent === parent && other.name === name);
  if (isOther || name === '*')
    throw new Error(`${parent}.${name} is an amount here and none there`);
  return `${parent}.${name}`;
}

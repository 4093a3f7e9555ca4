// Reads answers by shapes, which are made from the OpenAPI document. Unknown fields pass.
//
//   shape  = kind ["~"]                                    "~": may be null
//   kind   = ""  text      "%" number      "!" boolean     "#" decimal      "*" anything
//          | ":" Name      "[" shape "]"   "{" fields "}"
//   fields = name shape ["?"] separated by spaces          "?": may be left out
//            the name "*" stands for all other names
import { SHAPES } from './generated/operations.ts';
import { numberText, plainText, unmark } from './json.ts';

interface Field {
  readonly shape: Shape;
  readonly isOptional: boolean;
}

interface Shape {
  readonly kind: string;
  readonly isNullable: boolean;
  readonly fields?: Readonly<Record<string, Field>>;
  readonly items?: Shape;
}

const parsed = new Map<string, Shape>();

/** Marked JSON as a value of the shape, in place. Throws a SchemaError. */
export function readShape(value: unknown, text: string, path = 'the answer'): unknown {
  let shape = parsed.get(text);
  if (!shape) {
    shape = parseShape({ text, at: 0 });
    parsed.set(text, shape);
  }
  return read(value, shape, path);
}

/** Says which field is not what the document says. */
export class SchemaError extends Error {}

interface Cursor {
  readonly text: string;
  at: number;
}

function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const [found = ''] = pattern.exec(cursor.text) ?? [];
  cursor.at += found.length;
  return found;
}

function parseShape(cursor: Cursor): Shape {
  const kind = take(cursor, /[%!#*[{]|:\w+|/y);
  let fields: Record<string, Field> | undefined;
  let items: Shape | undefined;
  if (kind === '[') {
    items = parseShape(cursor);
    cursor.at += 1;
  } else if (kind === '{') {
    fields = {};
    while (take(cursor, /\}/y) === '') {
      const name = take(cursor, /\w+|\*/y);
      const shape = parseShape(cursor);
      fields[name] = { shape, isOptional: take(cursor, /\?/y) !== '' };
      take(cursor, / /y);
    }
  }
  return { kind, fields, items, isNullable: take(cursor, /~/y) !== '' };
}

const NAMES: Readonly<Record<string, string>> = {
  '': 'text',
  '%': 'a number',
  '#': 'a number',
  '!': 'true or false',
  '[': 'a list',
  '{': 'an object',
};

function read(value: unknown, shape: Shape, path: string): unknown {
  if (value === null && shape.isNullable) return null;
  const { kind } = shape;
  if (kind.startsWith(':')) return readShape(value, SHAPES[kind.slice(1)] ?? '*', path);
  const result = kind === '*' ? unmark(value) : readKind(value, shape, path);
  if (result !== undefined) return result;
  throw new SchemaError(`${path} ${value === undefined ? 'is missing' : `is not ${NAMES[kind]}`}`);
}

/** Undefined if the value is of another kind. */
function readKind(value: unknown, shape: Shape, path: string): unknown {
  switch (shape.kind) {
    case '':
      return plainText(value);
    case '%':
      return toNumber(numberText(value));
    case '#':
      return toPlainDecimal(numberText(value));
    case '!':
      return typeof value === 'boolean' ? value : undefined;
    case '[':
      return Array.isArray(value) ? readItems(value, shape.items as Shape, path) : undefined;
    default:
      return isObject(value) ? readFields(value, shape.fields ?? {}, path) : undefined;
  }
}

const toNumber = (digits: string | undefined) =>
  digits === undefined ? undefined : Number(digits);

/** The service writes amounts without exponents. */
const toPlainDecimal = (digits: string | undefined) =>
  digits !== undefined && /e/i.test(digits) ? undefined : digits;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readItems(list: unknown[], shape: Shape, path: string): unknown[] {
  for (const [index, item] of list.entries()) list[index] = read(item, shape, `${path}[${index}]`);
  return list;
}

function readFields(
  object: Record<string, unknown>,
  fields: Readonly<Record<string, Field>>,
  path: string,
): Record<string, unknown> {
  for (const [name, { isOptional }] of Object.entries(fields)) {
    if (name !== '*' && !isOptional && !Object.hasOwn(object, name)) {
      throw new SchemaError(`${path} has no ${name}`);
    }
  }
  for (const name of Object.keys(object)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : fields['*'];
    const inside = object[name];
    object[name] = field ? read(inside, field.shape, `${path}.${name}`) : unmark(inside);
  }
  return object;
}

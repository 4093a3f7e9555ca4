// A JSON serializer compiled from the schemas. Fields that are not in the schema are never written.
// Amounts are written exactly, which JavaScript numbers cannot guarantee.
import {
  type Amount,
  formatAmount,
  formatFeeRate,
  formatInstant,
  formatTenThousandths,
  type TenThousandths,
  type UnixSeconds,
} from '@tote/domain';

export interface DecimalAmount {
  readonly value: bigint;
  readonly decimals: number;
}

type Serialize = (value: unknown) => string;

interface SchemaNode {
  readonly tote?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
}

const compiled = new WeakMap<object, Serialize>();

export function compileSerializer(schema: object): Serialize {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const serialize = compile(schema as SchemaNode, 'value');
  compiled.set(schema, serialize);
  return serialize;
}

function compile(schema: SchemaNode, name: string): Serialize {
  if (schema.tote !== undefined) return compileScalar(schema.tote, name);
  if (schema.anyOf !== undefined) return compileUnion(schema.anyOf, name);
  if (schema.const !== undefined) return () => JSON.stringify(schema.const);
  switch (schema.type) {
    case 'object':
      return compileObject(schema, name);
    case 'array':
      return compileArray(schema.items ?? {}, name);
    case 'string':
      return compileString(schema, name);
    default:
      return compileScalar(schema.type, name);
  }
}

/** Supports a nullable schema and a choice of strings; responses contain no other unions. */
function compileUnion(branches: readonly SchemaNode[], name: string): Serialize {
  const others = branches.filter((branch) => branch.type !== 'null');
  const isNullable = others.length < branches.length;
  const isChoice = others.every((branch) => typeof branch.const === 'string');
  if (!isChoice && others.length !== 1) {
    throw new TypeError(`serialize: the union of ${name} is ambiguous`);
  }
  const write = compile(isChoice ? { type: 'string' } : (others[0] as SchemaNode), name);
  return isNullable ? (value) => (value === null ? 'null' : write(value)) : write;
}

function compileString({ enum: choices }: SchemaNode, name: string): Serialize {
  const write = compileScalar('string', name);
  if (choices === undefined) return write;
  const texts = new Map<unknown, string>(choices.map((each) => [each, JSON.stringify(each)]));
  return (value) => texts.get(value) ?? write(value);
}

function compileObject({ properties = {}, required = [] }: SchemaNode, name: string): Serialize {
  const fields = Object.entries(properties).map(([key, schema]) => ({
    key,
    prefix: `${JSON.stringify(key)}:`,
    isRequired: required.includes(key),
    write: compile(schema, `${name}.${key}`),
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null) throw wrong(name, 'an object');
    let text = '{';
    for (const { key, prefix, isRequired, write } of fields) {
      const field = (value as Record<string, unknown>)[key];
      if (field === undefined) {
        if (isRequired) throw wrong(`${name}.${key}`, 'present');
        continue;
      }
      text += text === '{' ? prefix + write(field) : `,${prefix}${write(field)}`;
    }
    return `${text}}`;
  };
}

function compileArray(items: SchemaNode, name: string): Serialize {
  const write = compile(items, `${name}[]`);
  return (value) => {
    if (!Array.isArray(value)) throw wrong(name, 'an array');
    let text = '[';
    for (let index = 0; index < value.length; index += 1) {
      text += index === 0 ? write(value[index]) : `,${write(value[index])}`;
    }
    return `${text}]`;
  };
}

/** A loss is negative. So is a surplus if something is badly wrong, which must be visible. */
export function writeAmount({ value, decimals }: DecimalAmount): string {
  return value < 0n
    ? `-${formatAmount(-value as Amount, decimals)}`
    : formatAmount(value as Amount, decimals);
}

const DECIMAL = /^-?\d+(\.\d+)?$/;
const isString = (value: unknown): value is string => typeof value === 'string';
const isAny = () => true;

type Scalar = readonly [expected: string, isRight: (value: unknown) => boolean, write: Serialize];

/** By the `type` of a schema, or by its `tote`. */
const SCALARS: Readonly<Record<string, Scalar>> = {
  null: ['null', isAny, () => 'null'],
  string: ['a string', isString, (value) => JSON.stringify(value)],
  boolean: ['a boolean', (value) => typeof value === 'boolean', String],
  integer: ['an integer', (value) => typeof value === 'bigint' || isSafe(value), String],
  amount: ['an amount', isAny, (value) => writeAmount(value as DecimalAmount)],
  ratio: ['a ratio', isAny, (value) => formatTenThousandths(value as TenThousandths)],
  feeRate: ['a rate', isAny, (value) => formatFeeRate(value as number)],
  json: ['JSON', isAny, (value) => JSON.stringify(value)],
  instant: ['a time', Number.isInteger, (value) => `"${formatInstant(value as UnixSeconds)}"`],
  // A number that is text already.
  decimal: ['a decimal', (value) => isString(value) && DECIMAL.test(value), String],
  // Text of our own that never contains what JSON escapes.
  plain: ['a string', isString, (value) => `"${value}"`],
};

const isSafe = (value: unknown) => Number.isSafeInteger(value);

function compileScalar(kind: string | undefined, name: string): Serialize {
  const scalar = SCALARS[kind ?? ''];
  if (!scalar) throw new TypeError(`serialize: ${name} has no type that can be written`);
  const [expected, isRight, write] = scalar;
  return (value) => {
    if (isRight(value)) return write(value);
    throw wrong(name, expected);
  };
}

function wrong(name: string, expected: string): TypeError {
  return new TypeError(`serialize: ${name} is not ${expected}`);
}

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
  if (schema.tote !== undefined) return writerOf(schema.tote, name);
  if (schema.anyOf !== undefined) return compileUnion(schema.anyOf, name);
  if (schema.const !== undefined) return () => JSON.stringify(schema.const);
  switch (schema.type) {
    case 'object':
      return compileObject(schema, name);
    case 'array':
      return compileArray(schema.items ?? {}, name);
    case 'string':
      return compileString(schema, name);
    case 'boolean':
      return (value) => writeBoolean(value, name);
    case 'integer':
      return (value) => writeInteger(value, name);
    case 'null':
      return () => 'null';
    default:
      throw new TypeError(`serialize: the schema of ${name} has no type that can be written`);
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
  const write: Serialize = isChoice
    ? (value) => writeString(value, name)
    : compile(others[0] as SchemaNode, name);
  return isNullable ? (value) => (value === null ? 'null' : write(value)) : write;
}

function compileString({ enum: choices }: SchemaNode, name: string): Serialize {
  if (choices === undefined) return (value) => writeString(value, name);
  const texts = new Map<unknown, string>(choices.map((each) => [each, JSON.stringify(each)]));
  return (value) => texts.get(value) ?? writeString(value, name);
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

function writerOf(kind: string, name: string): Serialize {
  switch (kind) {
    case 'amount':
      return (value) => writeAmount(value as DecimalAmount);
    case 'ratio':
      return (value) => formatTenThousandths(value as TenThousandths);
    case 'decimal':
      return (value) => writeDecimal(value, name);
    case 'feeRate':
      return (value) => formatFeeRate(value as number);
    case 'instant':
      return (value) => writeInstant(value, name);
    case 'plain':
      return (value) => writePlain(value, name);
    case 'json':
      return (value) => JSON.stringify(value);
    default:
      throw new TypeError(`serialize: ${name} is of the unknown kind ${kind}`);
  }
}

/** A loss is negative. So is a surplus if something is badly wrong, which must be visible. */
export function writeAmount({ value, decimals }: DecimalAmount): string {
  return value < 0n
    ? `-${formatAmount(-value as Amount, decimals)}`
    : formatAmount(value as Amount, decimals);
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

function writeDecimal(value: unknown, name: string): string {
  if (typeof value !== 'string' || !DECIMAL.test(value)) throw wrong(name, 'a decimal');
  return value;
}

function writeString(value: unknown, name: string): string {
  if (typeof value !== 'string') throw wrong(name, 'a string');
  return JSON.stringify(value);
}

function writeInstant(value: unknown, name: string): string {
  if (typeof value !== 'number') throw wrong(name, 'a time');
  return `"${formatInstant(value as UnixSeconds)}"`;
}

/** Text of our own that never contains what JSON escapes. */
function writePlain(value: unknown, name: string): string {
  if (typeof value !== 'string') throw wrong(name, 'a string');
  return `"${value}"`;
}

function writeBoolean(value: unknown, name: string): string {
  if (typeof value !== 'boolean') throw wrong(name, 'a boolean');
  return value ? 'true' : 'false';
}

function writeInteger(value: unknown, name: string): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  throw wrong(name, 'an integer');
}

function wrong(name: string, expected: string): TypeError {
  return new TypeError(`serialize: ${name} is not ${expected}`);
}

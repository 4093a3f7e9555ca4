// Compares the value of a web source with that of the condition. Numbers are compared exactly.
import { readJsonNumber } from '@tote/domain';
import type { Comparator } from '@tote/program-client';
import { isSo } from '../evaluation/read-fact.ts';
import { compare, type Rational, rational, scaled } from '../oracles/rational.ts';

export const VALUE_TYPES = ['number', 'string', 'boolean'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** What a value is compared with. Numbers and booleans are text, too: `-1.5`, `true`. */
export interface WebComparison {
  readonly comparator: Comparator;
  readonly value: string;
  readonly valueType: ValueType;
}

const EXPONENT_MAX = 400;
const CHARACTERS_MAX = 400;

/** The exact number of a JSON number's text; undefined if it is none, or too long to be meant. */
export function readNumber(text: string): Rational | undefined {
  if (text.length > CHARACTERS_MAX) return undefined;
  const isNegative = text.startsWith('-');
  const parts = readJsonNumber(isNegative ? text.slice(1) : text);
  if (!parts || Math.abs(parts.scale) > EXPONENT_MAX) return undefined;
  const { numerator, denominator } = scaled(BigInt(parts.digits), -parts.scale);
  return rational(isNegative ? -numerator : numerator, denominator);
}

/** `text` is a value of the type that the comparison asks for. */
export function isMetBy(text: string, { comparator, value, valueType }: WebComparison): boolean {
  if (valueType !== 'number') return (text === value) === (comparator === 'eq');
  const [found, wanted] = [readNumber(text), readNumber(value)];
  if (!found || !wanted) throw new RangeError(`${text} or ${value} is not a number`);
  return isSo(BigInt(compare(found, wanted)), comparator, 0n);
}

// What is fetched for a condition about web sources, and when.
import { addSeconds, readJsonNumber, type UnixSeconds } from '@tote/domain';
import type { Comparator } from '@tote/program-client';
import { GAP_SECONDS_MAX } from '../evaluation/evaluate-samples.ts';
import { isSo } from '../evaluation/read-fact.ts';
import type { Timing } from '../kinds/shared/threshold.ts';
import { compare, type Rational, rational, scaled } from '../oracles/rational.ts';
import type { WebSource } from './web-round.ts';

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

/** As many missed rounds are not missing data, unless that is less than for other samples. */
const ROUNDS_MISSED_MAX = 3;

export interface WebCondition extends WebComparison {
  readonly sources: readonly WebSource[];
  readonly quorum: number;
  readonly timing: Timing;
  /** At expiry: how long after it the first round is fetched. */
  readonly delaySeconds?: number;
  /** Before the expiry: how often the sources are fetched. */
  readonly pollSeconds?: number;
}

export function firstRoundAt(
  { delaySeconds = 0 }: Pick<WebCondition, 'delaySeconds'>,
  expiresAt: UnixSeconds,
): UnixSeconds {
  return addSeconds(expiresAt, delaySeconds);
}

/** A longer time without agreement leaves open whether it was met. */
export function gapSecondsMax({ pollSeconds = 0 }: Pick<WebCondition, 'pollSeconds'>): number {
  return Math.max(GAP_SECONDS_MAX, ROUNDS_MISSED_MAX * pollSeconds);
}

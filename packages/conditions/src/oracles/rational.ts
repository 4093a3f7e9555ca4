// Exact fractions: prices are quotients of integers, and rounding must not shift a strike.
import { readPlainDecimal } from '@tote/domain';

export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 0n) throw new RangeError('rational: the denominator is zero');
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = greatestCommonDivisor(numerator, denominator);
  return {
    numerator: (sign * numerator) / divisor,
    denominator: (sign * denominator) / divisor,
  };
}

/** The exact number of a plain decimal text; undefined if it is not one. */
export function rationalOfDecimal(text: string): Rational | undefined {
  const parts = readPlainDecimal(text);
  return parts ? rational(BigInt(parts.digits), 10n ** BigInt(parts.scale)) : undefined;
}

export function scaled(units: bigint, exponent: number): Rational {
  if (exponent >= 0) return rational(units * 10n ** BigInt(exponent));
  return rational(units, 10n ** BigInt(-exponent));
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.numerator, a.denominator * b.denominator);
}

export function add(a: Rational, b: Rational): Rational {
  const numerator = a.numerator * b.denominator + b.numerator * a.denominator;
  return rational(numerator, a.denominator * b.denominator);
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

/** How far apart they are. */
export function distance(a: Rational, b: Rational): Rational {
  const { numerator, denominator } = subtract(a, b);
  return { numerator: numerator < 0n ? -numerator : numerator, denominator };
}

export const ceil = ({ numerator, denominator }: Rational): bigint =>
  (numerator + denominator - 1n) / denominator;

/** Negative, zero or positive, if a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const SHOWN_DIGITS = 12;

/** No field of a condition has more. */
const DIGITS_MAX = 40;

/** Exact, of a number that somebody wrote as a decimal. */
export const formatExactly = (value: Rational): string => format(value, DIGITS_MAX);

/** For people: at most 12 significant digits after the point, truncated. */
export const formatRational = (value: Rational): string => format(value);

/** The same of a number that is not negative, rounded up. */
export const formatRoundedUp = (value: Rational): string => format(value, SHOWN_DIGITS, true);

function format(
  { numerator, denominator }: Rational,
  digitsMax = SHOWN_DIGITS,
  isUp = false,
): string {
  const sign = numerator < 0n ? '-' : '';
  const absolute = numerator < 0n ? -numerator : numerator;
  let units = absolute / denominator;
  let rest = absolute % denominator;
  let significant = units > 0n ? units.toString().length : 0;
  let scale = 0;
  while (rest > 0n && significant < digitsMax && scale < 4 * SHOWN_DIGITS) {
    rest *= 10n;
    units = units * 10n + rest / denominator;
    rest %= denominator;
    if (units > 0n) significant += 1;
    scale += 1;
  }
  if (isUp && rest > 0n) units += 1n;
  const digits = units.toString().padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${sign}${digits.slice(0, digits.length - scale)}${fraction === '' ? '' : `.${fraction}`}`;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

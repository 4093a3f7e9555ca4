const ZERO_CODE = 48;

/**
 * The shortest exact decimal text of an integer count of 10^-decimals: no trailing zeros, no
 * exponent. The text is also a valid JSON number.
 */
export function formatDecimal(units: bigint, decimals: number): string {
  if (units < 0n) throw new RangeError(`formatDecimal: ${units} is negative`);
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === ZERO_CODE) end -= 1;
  const whole = digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/** A number in the form digits x 10^-scale. A negative scale means trailing zeros. */
export interface DecimalParts {
  readonly digits: string;
  readonly scale: number;
}

const PLAIN_DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;
const JSON_NUMBER = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** Reads plain decimal text such as `12.5`; null if it is anything else. */
export function readPlainDecimal(text: string): DecimalParts | null {
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? '';
  return { digits: `${match[1]}${fraction}`, scale: fraction.length };
}

/**
 * Reads the raw text of a JSON number token that has no sign, exponent included; null otherwise.
 * The exponent stays a number, so `1e1000000` costs nothing until it is expanded.
 */
export function readJsonNumber(text: string): DecimalParts | null {
  const match = JSON_NUMBER.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? '';
  const exponent = Number(match[3] ?? '0');
  return { digits: `${match[1]}${fraction}`, scale: fraction.length - exponent };
}

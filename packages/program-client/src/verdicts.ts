import { ERROR_NAMES } from './generated/errorNames';

type ErrorNumber = keyof typeof ERROR_NAMES;
export type ErrorName = (typeof ERROR_NAMES)[ErrorNumber];

const NUMBERS = Object.fromEntries(
  Object.entries(ERROR_NAMES).map(([number, name]) => [name, Number(number)]),
) as Record<ErrorName, ErrorNumber>;

/** The verdict of a bet or position without an error. */
export const DONE = 0;

export function findErrorName(number: number): ErrorName | undefined {
  return ERROR_NAMES[number as ErrorNumber];
}

export function errorNumber(name: ErrorName): ErrorNumber {
  return NUMBERS[name];
}

/** A verdict in an event is 0 or the error number of the bet or position. */
export function verdictName(verdict: number): ErrorName | 'Done' {
  if (verdict === DONE) return 'Done';
  const name = findErrorName(verdict);
  if (!name) throw new RangeError(`no verdict has the number ${verdict}`);
  return name;
}

// Reads a typed amount exactly, or refuses it with a message; never guesses.
import type { Currency } from '@tote/domain';
import { type Decimal, fromBaseUnits, toBaseUnits } from '@tote/sdk';

export interface ReadAmount {
  readonly amount: Decimal;
  readonly units: bigint;
}

interface AmountRules {
  readonly currency: Currency;
  readonly decimals: number;
  readonly minimum?: Decimal;
}

const UNITS_MAX = 2n ** 64n - 1n;
const CHARACTERS_MAX = 40;

/** Undefined for an empty text, a message for one that is refused. */
export function readAmount(
  text: string,
  { currency, decimals, minimum }: AmountRules,
): ReadAmount | string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (typed.includes(',')) return 'Use a point for decimals, such as 1.5, and no commas.';
  const [, whole = '', fraction = ''] = /^(\d*)\.?(\d*)$/.exec(typed) ?? [];
  if (typed.length > CHARACTERS_MAX || whole + fraction === '') {
    return 'Enter an amount in digits, such as 1.5.';
  }
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > decimals) return `${currency} has at most ${decimals} decimals.`;
  const point = kept === '' ? '' : `.${kept}`;
  const amount = `${whole.replace(/^0+(?=\d)/, '') || '0'}${point}` as Decimal;
  const units = toBaseUnits(amount, decimals);
  if (units > UNITS_MAX) return 'That is more than exists.';
  if (units === 0n) return 'Enter an amount above 0.';
  if (minimum && units < toBaseUnits(minimum, decimals)) {
    return `The minimum stake is ${minimum} ${currency}.`;
  }
  return { amount: fromBaseUnits(units, decimals), units };
}

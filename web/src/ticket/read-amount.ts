// An amount that somebody typed. It is read exactly or refused with words, never guessed.
import type { Currency } from '@tote/domain';
import { type Decimal, fromBaseUnits, toBaseUnits } from '@tote/sdk';

export interface ReadAmount {
  readonly amount: Decimal;
  readonly units: bigint;
}

interface AmountRules {
  readonly currency: Currency;
  /** Of the currency. */
  readonly decimals: number;
  readonly minimum?: Decimal;
}

const UNITS_MAX = 2n ** 64n - 1n;
const CHARACTERS_MAX = 40;

/** Undefined for an empty text, words for one that is refused. */
export function readAmount(
  text: string,
  { currency, decimals, minimum }: AmountRules,
): ReadAmount | string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (typed.includes(',')) return 'Use a point for decimals, as in 1.5, and no commas.';
  const [, whole = '', fraction = ''] = /^(\d*)\.?(\d*)$/.exec(typed) ?? [];
  if (typed.length > CHARACTERS_MAX || whole + fraction === '') {
    return 'Write an amount in digits, as in 1.5.';
  }
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > decimals) return `${currency} has at most ${decimals} decimals.`;
  const point = kept === '' ? '' : `.${kept}`;
  const amount = `${whole.replace(/^0+(?=\d)/, '') || '0'}${point}` as Decimal;
  const units = toBaseUnits(amount, decimals);
  if (units > UNITS_MAX) return 'That is more money than there is.';
  if (units === 0n) return 'Write an amount above 0.';
  if (minimum && units < toBaseUnits(minimum, decimals)) {
    return `The smallest bet is ${minimum} ${currency}.`;
  }
  return { amount: fromBaseUnits(units, decimals), units };
}

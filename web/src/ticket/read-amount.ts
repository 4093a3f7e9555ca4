// Reads a typed amount exactly, or refuses it with a message; never guesses. One point or comma
// separates decimals, whatever the visitor's language is.
import type { Currency } from '@tote/domain';
import { type Decimal, fromBaseUnits, toBaseUnits } from '@tote/sdk';

export interface ReadAmount {
  readonly amount: Decimal;
  readonly units: bigint;
}

const UNITS_MAX = 2n ** 64n - 1n;
const CHARACTERS_MAX = 40;

/** An amount as a visitor would type it: three digits after the point might be thousands. */
export const toField = (amount: string): string =>
  /^[^0]\d*\.\d{3}$/.test(amount) ? `${amount}0` : amount;

/** Undefined for an empty text, a message for one that is refused. */
export function readAmount(
  text: string,
  { currency, decimals, minimum }: { currency: Currency; decimals: number; minimum?: Decimal },
): ReadAmount | string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const [, digits = '', fraction = ''] = /^(\d*)[.,]?(\d*)$/.exec(typed) ?? [];
  if (typed.length > CHARACTERS_MAX || digits + fraction === '') {
    return /^\d[\d.,' \u00a0\u202f’]*$/.test(typed)
      ? 'Enter it without separators between thousands, such as 1500 or 1.5.'
      : 'Enter an amount in digits, such as 1.5.';
  }
  const whole = digits.replace(/^0+/, '');
  const kept = fraction.replace(/0+$/, '');
  if (whole !== '' && fraction.length === 3) {
    return `Write ${whole}${fraction} or ${toField(`${whole}.${kept}`.replace(/\.$/, ''))}.`;
  }
  if (kept.length > decimals) return `${currency} has at most ${decimals} decimals.`;
  const point = kept === '' ? '' : `.${kept}`;
  const amount = `${whole || '0'}${point}` as Decimal;
  const units = toBaseUnits(amount, decimals);
  if (units > UNITS_MAX) return 'That is more than exists.';
  if (units === 0n) return 'Enter an amount above 0.';
  if (minimum && units < toBaseUnits(minimum, decimals)) {
    return `The minimum stake is ${minimum} ${currency}.`;
  }
  return { amount: fromBaseUnits(units, decimals), units };
}

// Amounts are exact decimals as text. They never become numbers.
import type { Currency } from '@tote/domain';
import type { Decimal } from '@tote/sdk';

type Exact = Parameters<Intl.NumberFormat['format']>[0];

/** No amount has more decimals than this, whatever the UTILITY mint says. */
const PLACES: Record<Currency, number> = { SOL: 9, UTILITY: 20 };

const formats = new Map<string, Intl.NumberFormat>();

function format(text: string, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  const found = formats.get(key) ?? new Intl.NumberFormat(undefined, options);
  formats.set(key, found);
  // Formats the text itself: converting it to a number first would round it.
  return found.format(text as unknown as Exact as number);
}

export const exactly = (amount: Decimal, currency: Currency): string =>
  format(amount, { maximumFractionDigits: PLACES[currency] });

export const shortly = (amount: Decimal): string =>
  format(amount, {
    ...(amount.replace(/^-?0*|\..*/g, '').length > 5
      ? { notation: 'compact', maximumFractionDigits: 1 }
      : { maximumFractionDigits: amount.startsWith('0.0') ? 4 : 2 }),
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions);

export const roundedDown = (amount: Decimal): string =>
  format(amount, { maximumFractionDigits: 4, roundingMode: 'trunc' } as Intl.NumberFormatOptions);

export const withCurrency = (amount: Decimal, currency: Currency): string =>
  `${exactly(amount, currency)} ${currency}`;

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

export const percent = (share: number | string, digits = 0): string =>
  format(String(share), { style: 'percent', maximumFractionDigits: digits });

export const plainNumber = (value: string | number): string =>
  format(String(value), {
    maximumFractionDigits: /^\d{4}/.test(String(value)) ? 2 : 6,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions);

// Amounts are exact decimals as text. They never become numbers.
import { type Currency, formatDecimal, readPlainDecimal } from '@tote/domain';
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

// Arithmetic with exact decimals, in whole units of their last digit.
/** Converts all to the same unit, so that they can be compared. */
export function align(values: readonly Decimal[]): { units: bigint[]; scale: number } {
  const parts = values.map((value) => readPlainDecimal(value) ?? { digits: '0', scale: 0 });
  const scale = Math.max(0, ...parts.map((part) => part.scale));
  const units = parts.map((part) => BigInt(part.digits) * 10n ** BigInt(scale - part.scale));
  return { units, scale };
}

export function add(...values: readonly Decimal[]): Decimal {
  const { units, scale } = align(values);
  const sum = units.reduce((total, each) => total + each, 0n);
  return formatDecimal(sum, scale) as Decimal;
}

/** The second must not be larger. */
export function subtract(from: Decimal, value: Decimal): Decimal {
  const { units, scale } = align([from, value]);
  const [left = 0n, right = 0n] = units;
  return formatDecimal(left - right, scale) as Decimal;
}

/** For sorting: below 0 if the first is smaller. */
export function compare(left: Decimal, right: Decimal): number {
  const [a = 0n, b = 0n] = align([left, right]).units;
  return a < b ? -1 : Number(a > b);
}

const PARTS = 10_000n;

/** A share between 0 and 1 with four decimals, for bars and charts; 0 if the whole is 0. */
export const shareOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * PARTS) / whole) / Number(PARTS);

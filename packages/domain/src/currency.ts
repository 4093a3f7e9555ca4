import { type Amount, amount, formatAmount, parseAmount } from './amount.ts';
import { DomainError } from './errors.ts';
import { LIMITS } from './limits.ts';

export type Currency = 'SOL' | 'UTILITY';

export const CURRENCIES = ['SOL', 'UTILITY'] as const satisfies readonly Currency[];

export const perCurrency = <T>(find: (currency: Currency) => T): Record<Currency, T> => ({
  SOL: find('SOL'),
  UTILITY: find('UTILITY'),
});

/** A pair of the program's amounts. */
export const amountsOf = (pair: readonly bigint[] = []): Record<Currency, Amount> =>
  perCurrency((currency) => amount(pair[currencyToCode(currency)] ?? 0n));

/** UTILITY's 6 is the default. The service reads the mint once and passes its decimals. */
export const DECIMALS: Readonly<Record<Currency, number>> = { SOL: 9, UTILITY: 6 };

/** The program's codes, which are also the indices in its pairs of amounts. */
type CurrencyCode = 0 | 1;

export function currencyToCode(currency: Currency): CurrencyCode {
  return currency === 'SOL' ? 0 : 1;
}

export function currencyFromCode(code: bigint | number): Currency {
  const currency = CURRENCIES[Number(code)];
  if (!currency) throw new RangeError(`no currency has the code ${code}`);
  return currency;
}

export function parseCurrency(text: string): Currency {
  for (const currency of CURRENCIES) if (text === currency) return currency;
  throw new DomainError('currency_invalid', { currency: text });
}

/** An amount with its label, as in `feesCollected`: `3 SOL`. */
export function formatMoney(value: Amount, currency: Currency, decimals: number): string {
  return `${formatAmount(value, decimals)} ${currency}`;
}

/**
 * The default minimum stake in base units. A mint too coarse to express it has a minimum of one
 * base unit, because a stake is never 0.
 */
export function defaultMinimumStake(currency: Currency, decimals: number): Amount {
  const text = LIMITS.minimumStake[currency];
  const decimalsOfText = text.length - text.indexOf('.') - 1;
  return decimals < decimalsOfText ? amount(1n) : parseAmount(text, decimals);
}

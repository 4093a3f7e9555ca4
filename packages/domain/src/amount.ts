import type { Brand } from './brand.ts';
import { type DecimalParts, formatDecimal, readJsonNumber, readPlainDecimal } from './decimal.ts';
import { DomainError } from './errors.ts';
import { LIMITS } from './limits.ts';

/** Base units of one currency, from 0 to 2^64 - 1. */
export type Amount = Brand<bigint, 'Amount'>;

export const AMOUNT_MAX = (2n ** 64n - 1n) as Amount;
export const ZERO = 0n as Amount;
/** Powers that common amounts need, so that bets do not compute them. */
const POWERS_OF_TEN = /* @__PURE__ */ Array.from(
  { length: 19 },
  (_, zeros) => 10n ** BigInt(zeros),
);

/** Base units that must be in range. Anything else is a bug, not a user's error. */
export function amount(baseUnits: bigint): Amount {
  if (typeof baseUnits !== 'bigint' || baseUnits < 0n || baseUnits > AMOUNT_MAX) {
    throw new RangeError(`amount: ${baseUnits} is not an integer from 0 to 2^64 - 1`);
  }
  return baseUnits as Amount;
}

export function addAmounts(left: Amount, right: Amount): Amount {
  return amount(left + right);
}

/**
 * The amount that plain decimal text names. Text with more decimals than the currency has is
 * refused, so that nothing is ever rounded; trailing zeros do not count.
 */
export function parseAmount(text: string, decimals: number): Amount {
  return toAmount(isShort(text) ? readPlainDecimal(text) : null, decimals);
}

/**
 * The amount that the raw text of a JSON number token names. JSON allows exponents, so `1e2` and
 * `1E-3` are read too; `-0` and every other negative number are refused.
 */
export function parseJsonNumberText(text: string, decimals: number): Amount {
  return toAmount(isShort(text) ? readJsonNumber(text) : null, decimals);
}

export function formatAmount(value: Amount, decimals: number): string {
  return formatDecimal(value, decimals);
}

function isShort(text: string): boolean {
  return text.length <= LIMITS.amountTextCharactersMax;
}

function toAmount(parts: DecimalParts | null, decimals: number): Amount {
  if (parts === null) throw new DomainError('amount_malformed');
  const { digits, scale } = withoutTrailingZeros(parts);
  const units = BigInt(digits);
  if (units === 0n) return ZERO;
  if (scale > decimals) throw new DomainError('amount_too_precise', { decimals });
  const zeros = decimals - scale;
  // Checked before expanding, because a short exponent could mean a gigabyte of zeros.
  if (zeros > LIMITS.amountTextCharactersMax) throw amountTooLarge(decimals);
  const baseUnits = units * (POWERS_OF_TEN[zeros] ?? 10n ** BigInt(zeros));
  if (baseUnits > AMOUNT_MAX) throw amountTooLarge(decimals);
  return amount(baseUnits);
}

/** `0.10` is `0.1`. */
function withoutTrailingZeros({ digits, scale }: DecimalParts): DecimalParts {
  const trimmed = digits.replace(/0+$/, '');
  const zeros = Math.min(digits.length - trimmed.length, Math.max(scale, 0));
  return { digits: digits.slice(0, digits.length - zeros), scale: scale - zeros };
}

function amountTooLarge(decimals: number): DomainError {
  return new DomainError('amount_too_large', { max: formatAmount(AMOUNT_MAX, decimals) });
}

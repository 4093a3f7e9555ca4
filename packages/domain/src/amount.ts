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
 * refused, never rounded; trailing zeros do not count. The error names the nearest amount that is
 * at least `least`.
 */
export function parseAmount(text: string, decimals: number, least = 1n): Amount {
  return toAmount(isShort(text) ? readPlainDecimal(text) : null, { decimals, least });
}

/**
 * The amount that the raw text of a JSON number token names. JSON allows exponents, so `1e2` and
 * `1E-3` are read too; `-0` and every other negative number are refused. A client that computes
 * with doubles sends 0.30000000000000004 for 0.1 + 0.2: see `isDoubleError`.
 */
export function parseJsonNumberText(text: string, decimals: number, least = 1n): Amount {
  const parts = isShort(text) ? readJsonNumber(text) : null;
  return toAmount(parts, { decimals, least, double: Number(text) });
}

export function formatAmount(value: Amount, decimals: number): string {
  return formatDecimal(value, decimals);
}

function isShort(text: string): boolean {
  return text.length <= LIMITS.amountTextCharactersMax;
}

interface AmountRules {
  readonly decimals: number;
  readonly least: bigint;
  /** The value of a JSON number in the client that sent it. */
  readonly double?: number;
}

function toAmount(parts: DecimalParts | null, { decimals, least, double }: AmountRules): Amount {
  if (parts === null) throw new DomainError('amount_malformed');
  const { digits, scale } = withoutTrailingZeros(parts);
  const units = BigInt(digits);
  if (units === 0n) return ZERO;
  if (scale > decimals) {
    const nearest = roundUnits(units, scale - decimals);
    if (double && isDoubleError({ digits, scale }, nearest, decimals, double)) {
      return amount(nearest);
    }
    const isTooLarge = nearest > AMOUNT_MAX;
    const offered = isTooLarge ? AMOUNT_MAX : amount(nearest < least ? least : nearest);
    const text = formatAmount(offered, decimals);
    throw new DomainError('amount_too_precise', { decimals, nearest: text });
  }
  const zeros = decimals - scale;
  // Checked before expanding, because a short exponent could mean a gigabyte of zeros.
  if (zeros > LIMITS.amountTextCharactersMax) throw amountTooLarge(decimals);
  const baseUnits = units * (POWERS_OF_TEN[zeros] ?? 10n ** BigInt(zeros));
  if (baseUnits > AMOUNT_MAX) throw amountTooLarge(decimals);
  return amount(baseUnits);
}

function roundUnits(units: bigint, zeros: number): bigint {
  // Checked before expanding: this many zeros leave nothing of a text that short.
  if (zeros > LIMITS.amountTextCharactersMax) return 0n;
  const unit = 10n ** BigInt(zeros);
  return (2n * units + unit) / (2n * unit);
}

const ULPS_MAX = 16n;
const DOUBLE = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));

/**
 * Whether a number differs from a whole number of base units only by what computing with doubles
 * loses: at most 16 units of the double's last place, which must be less than a quarter of a base
 * unit. A number that is so close and not equal has at least 15 significant digits.
 */
function isDoubleError(
  { digits, scale }: DecimalParts,
  nearest: bigint,
  decimals: number,
  double: number,
): boolean {
  DOUBLE.setFloat64(0, double);
  // The last place of a double is worth 2^-places.
  const places = 1075 - ((DOUBLE.getUint16(0) >> 4) & 0x7ff);
  if (nearest === 0n || places <= 0) return false;
  const perUlp = 2n ** BigInt(places);
  if (4n * ULPS_MAX * 10n ** BigInt(decimals) >= perUlp) return false;
  const distance = nearest * 10n ** BigInt(scale - decimals) - BigInt(digits);
  return (distance < 0n ? -distance : distance) * perUlp <= ULPS_MAX * 10n ** BigInt(scale);
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

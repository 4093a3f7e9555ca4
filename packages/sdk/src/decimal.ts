// Amounts. The API writes them as JSON numbers with every digit, which a double cannot hold, so
// here they are text with a type of its own. Arithmetic is done in base units.
import { type Brand, type Currency, DECIMALS, formatDecimal, readPlainDecimal } from '@tote/domain';
import { refuseInput } from './errors.ts';

/** An exact decimal such as `12.5`, in the unit of its currency. */
export type Decimal = Brand<string, 'Decimal'>;

/** An amount in a request: a decimal, or base units of the currency that the request names. */
export type AmountInput = Decimal | bigint;

/** How many decimals a currency has, or the currency itself. UTILITY has what its mint says. */
export type Scale = Currency | number;

/** Checks text such as `1.5`. Numbers are refused: they may have lost digits already. */
export function decimal(text: string): Decimal {
  if (typeof text !== 'string' || readPlainDecimal(text) === null) {
    throw refuseInput(`The amount ${String(text)} is not plain decimal text such as "1.5".`);
  }
  return text as Decimal;
}

/** Throws if the amount has more decimals than the currency: nothing is ever rounded. */
export function toBaseUnits(amount: Decimal, scale: Scale): bigint {
  const places = decimalsOf(scale);
  const isNegative = amount.startsWith('-');
  const { digits = '', scale: given = 0 } =
    readPlainDecimal(amount.slice(isNegative ? 1 : 0)) ?? {};
  const point = digits.length - given;
  const fraction = digits.slice(point).replace(/0+$/, '');
  if (digits === '' || fraction.length > places) {
    throw refuseInput(`The amount ${amount} is not a decimal of at most ${places} places.`);
  }
  const units = BigInt(digits.slice(0, point) + fraction.padEnd(places, '0'));
  return isNegative ? -units : units;
}

export function fromBaseUnits(baseUnits: bigint, scale: Scale): Decimal {
  const places = decimalsOf(scale);
  const text = formatDecimal(baseUnits < 0n ? -baseUnits : baseUnits, places);
  return (baseUnits < 0n ? `-${text}` : text) as Decimal;
}

const decimalsOf = (scale: Scale) => (typeof scale === 'number' ? scale : DECIMALS[scale]);

// Amounts. The API writes them as exact JSON numbers, which a double cannot hold, so here they are
// text with its own type. Arithmetic is done in base units.
import { AMOUNT_MAX, type Brand, type Currency, DECIMALS, formatDecimal } from '@tote/domain';
import { refuseInput } from './errors.ts';

/** An exact decimal such as `12.5`, in the unit of its currency. */
export type Decimal = Brand<string, 'Decimal'>;

/** An amount in a request: a decimal, or base units of the currency that the request names. */
export type AmountInput = Decimal | bigint;

/** The number of decimals, or the currency itself. UTILITY's are read from its mint. */
export type Scale = Currency | number;

const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/** Checks text such as `1.5`. Numbers are refused, because they may have lost digits. */
export function decimal(text: string): Decimal {
  if (typeof text === 'string' && DECIMAL.test(text) && !text.startsWith('-'))
    return text as Decimal;
  throw refuseInput(`${text} is not decimal text such as "1.5".`);
}

/** Throws if the amount has more decimals than the currency: nothing is ever rounded. */
export function toBaseUnits(amount: Decimal, scale: Scale): bigint {
  const places = decimalsOf(scale);
  const [, sign, whole, given = ''] = DECIMAL.exec(amount) ?? [];
  const fraction = given.replace(/0+$/, '');
  if (whole === undefined || fraction.length > places) {
    throw refuseInput(`${amount} is not a number with at most ${places} decimals.`);
  }
  return BigInt(sign + whole + fraction.padEnd(places, '0'));
}

/** The base units of an amount, which must fit in 64 bits. */
export function readUnits(amount: AmountInput, scale: Scale): bigint {
  const units = typeof amount === 'bigint' ? amount : toBaseUnits(amount, scale);
  if (units < 0n || units > AMOUNT_MAX) throw refuseInput(`The amount ${amount} is out of range.`);
  return units;
}

export function fromBaseUnits(baseUnits: bigint, scale: Scale): Decimal {
  const places = decimalsOf(scale);
  const text = formatDecimal(baseUnits < 0n ? -baseUnits : baseUnits, places);
  return (baseUnits < 0n ? `-${text}` : text) as Decimal;
}

const decimalsOf = (scale: Scale) => (typeof scale === 'number' ? scale : DECIMALS[scale]);

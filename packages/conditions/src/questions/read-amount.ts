// Numbers as people write them, with their unit: $1.5m, 10,000, 120 000, 500k, 1e6, two hundred
// thousand dollars, half a billion, 20 cents, 25%, 2x, 30 ETH.
import { findFeedByName } from '../oracles/price-feeds.ts';
import { formatExactly, multiply, rational, rationalOfDecimal } from '../oracles/rational.ts';
import { readSpelt, SPELT } from './spelt-number.ts';

/** `assets`: a number of another asset. `unclear`: nobody can tell which number or currency. */
type AmountKind = 'money' | 'sol' | 'number' | 'percent' | 'multiple' | 'assets' | 'unclear';

export interface Amount {
  readonly kind: AmountKind;
  /** Exact decimal text. */
  readonly value: string;
  /** Written with k, m, b or in words: a round number. */
  readonly isRound: boolean;
  /** `10k+` */
  readonly isOpenEnded: boolean;
  /** The symbol, for `assets`. */
  readonly asset?: string;
  readonly length: number;
}

const SCALES: Readonly<Record<string, number>> = {
  ...{ k: 3, thousand: 3, grand: 3 },
  ...{ m: 6, mm: 6, mn: 6, mil: 6, mill: 6, mio: 6, million: 6 },
  ...{ b: 9, bn: 9, bil: 9, billion: 9 },
  ...{ t: 12, tn: 12, trillion: 12 },
};
const SCALE_WORDS = Object.keys(SCALES).sort((a, b) => b.length - a.length);
const SCALE = `(?:[ -]?(${SCALE_WORDS.join('|')})(?![a-z0-9]))?`;
/** Dollars of other countries have a letter in front: A$, C$, HK$. */
const BEFORE = '(us\\$|usd ?|(?:au?|ca?|hk|nz|nt|sg?|mx|r)\\$|\\$|€|£|¥|₿|Ξ)?\\s?';
const DIGITS = [
  '\\d+(?:\\.\\d+)?e\\d{1,2}(?![a-z0-9])',
  '[1-9]\\d{0,2}(?: \\d{3})+(?![\\d.,])',
  '\\d[\\d,_.]*',
  '\\.\\d+',
  'an?(?= (?:dollar|buck|cent)(?![a-z]))',
].join('|');
const AFTER =
  '(?: ?(us dollars?|usd|dollars?|bucks?|\\$|cents?|c|¢|usdc|%|percent|pct|x|times' +
  '|euros?|eur|pounds?|gbp|yen|pesos?|yuan|rupees?|francs?)(?![a-z0-9]))?';
const ASSET = /(?: ?\u25ce|[ -]([a-z]+))(?![a-z0-9])/y;
const AMOUNT = new RegExp(`${BEFORE}(?:(${DIGITS})|(${SPELT}))${SCALE}(\\+)?${AFTER}(\\+)?`, 'y');

const USD = /^(us\$|usd|\$|us dollars?|dollars?|bucks?|usdc)$/;
const CENTS = /^(?:cents?|c|¢)$/;
const KINDS: readonly (readonly [RegExp, AmountKind])[] = [
  [/^$/, 'number'],
  [USD, 'money'],
  [CENTS, 'money'],
  [/^(?:%|percent|pct)$/, 'percent'],
  [/^(?:x|times)$/, 'multiple'],
];

/** The amount that begins at this position, as long as it can be. */
export function readAmount(text: string, position: number): Amount | undefined {
  AMOUNT.lastIndex = position;
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  const [whole, before = '', digits = '', spelt = '', scale = '', plus, after = '', latePlus] =
    match;
  // The point at the end of a sentence.
  const trimmed = digits.replace(/[.,]+$/, '');
  const cut = scale === '' && after === '' ? digits.length - trimmed.length : 0;
  const length = whole.length - cut;
  if (/[\p{L}\p{N}]/u.test(text[position + length] ?? '')) return undefined;
  const units = [before.trim(), after].filter((unit) => unit !== '');
  const value = scaledValue(spelt === '' ? trimmed : readSpelt(spelt), scale, after);
  const base = {
    isRound: scale !== '' || /thousand|lion/.test(spelt),
    isOpenEnded: plus !== undefined || latePlus !== undefined,
    value: value ?? '',
  };
  if (value === undefined) return { ...base, kind: 'unclear', length };
  if (units.length === 0) {
    const asset = readAsset(text, position + length);
    if (asset) return { ...base, ...asset, length: length + asset.length };
  }
  return { ...base, kind: kindOf(units), length };
}

function kindOf(units: readonly string[]): AmountKind {
  if (units.length > 1) return units.every((unit) => USD.test(unit)) ? 'money' : 'unclear';
  const [unit = ''] = units;
  return KINDS.find(([pattern]) => pattern.test(unit))?.[1] ?? 'unclear';
}

/** "85 SOL" is an amount of SOL, "30 ETH" one of another asset. */
function readAsset(text: string, position: number) {
  ASSET.lastIndex = position;
  const match = ASSET.exec(text);
  const [whole = '', name] = match ?? [];
  if (!match) return undefined;
  const feed = findFeedByName(name ?? 'sol');
  if (!feed) return undefined;
  const kind = feed.symbol === 'SOL' ? 'sol' : 'assets';
  return { kind, asset: feed.symbol, length: whole.length } as const;
}

function scaledValue(digits: string | undefined, scale: string, unit: string): string | undefined {
  const plain = digits === undefined ? undefined : toPlain(digits.replace(/^an?$/, '1'));
  const number = plain === undefined ? undefined : rationalOfDecimal(plain);
  if (!number) return undefined;
  const scaled = multiply(number, rational(10n ** BigInt(SCALES[scale] ?? 0)));
  const isCents = CENTS.test(unit);
  return formatExactly(isCents ? multiply(scaled, rational(1n, 100n)) : scaled);
}

const GROUPED = /^\d{1,3}([, ])\d{3}(?:\1\d{3})*(\.\d+)?$/;
const PLAIN = /^(\d+(\.\d+)?|\.\d+)$/;
/** Ambiguous: many countries separate thousands by a point. */
const THOUSANDS_BY_POINT = /^[1-9]\d{0,2}\.\d{3}$/;

/** Undefined if it is not clear which number it is. */
function toPlain(digits: string): string | undefined {
  const [, mantissa, exponent] = /^([\d.]+)e(\d+)$/.exec(digits) ?? [];
  if (mantissa !== undefined) {
    const number = rationalOfDecimal(mantissa);
    return number && formatExactly(multiply(number, rational(10n ** BigInt(exponent ?? 0))));
  }
  const isClear = (GROUPED.test(digits) || PLAIN.test(digits)) && !THOUSANDS_BY_POINT.test(digits);
  if (!isClear || digits.length > 30) return undefined;
  return digits.replace(/[, ]/g, '').replace(/^\./, '0.');
}

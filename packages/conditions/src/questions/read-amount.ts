// Numbers as people write them: $1.5m, 10,000, 500k, 1e6, two hundred thousand, half a billion.
import { readSpelt, SPELT } from './spelt-number.ts';

export interface Amount {
  /** Exact decimal text; undefined if the number is ambiguous. */
  readonly value: string | undefined;
  readonly unit: 'USD' | 'SOL' | null;
  /** A change of what there is now: `20%`, `2x`. */
  readonly relative?: 'percent' | 'multiple';
  /** In another currency, which cannot be a threshold. */
  readonly isForeign: boolean;
  /** Written with k, m, b or in words. */
  readonly isRound: boolean;
  /** `10k+` */
  readonly isOpenEnded: boolean;
  readonly length: number;
}

const SCALES: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mm: 6,
  mn: 6,
  mil: 6,
  mio: 6,
  million: 6,
  b: 9,
  bn: 9,
  bil: 9,
  billion: 9,
  t: 12,
  tn: 12,
  trillion: 12,
};

const SCALE_WORDS = Object.keys(SCALES).sort((a, b) => b.length - a.length);
const SCALE = `(?:\\s?(${SCALE_WORDS.join('|')})(?![a-z0-9]))?`;
/** Dollars of other countries have a letter in front: A$, C$, HK$. */
const BEFORE = '(us\\$|usd ?|(?:au?|ca?|hk|nz|nt|sg?|mx|r)\\$|\\$|€|£|¥)?\\s?';
const SCALED = '(?= (?:thousand|million|billion|trillion)\\b)';
const PART = `(?:half an?|an? half|an? quarter(?: of an?)?|three quarters? of an?)${SCALED}`;
const DIGITS = `(\\d+(?:\\.\\d+)?e\\d{1,2}|\\d[\\d,_.]*|\\.\\d+|${PART}|an?${SCALED}|${SPELT})`;
const AFTER =
  '(?:\\s?(us dollars?|usd|dollars?|bucks|\\$|sol|◎|usdc|usdt|eur|euros?|btc|eth|%|percent|' +
  'pct|x)(?![a-z0-9]))?';
const AMOUNT = new RegExp(`${BEFORE}${DIGITS}${SCALE}(\\+)?${AFTER}(\\+)?`, 'y');

/** Half a million dollars. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/three/, '0.75'],
  [/quarter/, '0.25'],
  [/half/, '0.5'],
  [/^an?$/, '1'],
];

const USD = /^(us\$|usd|\$|us dollars?|dollars?|bucks)$/;
const SOL = /^(sol|◎)$/;

/** The amount that begins at this position. */
export function readAmount(text: string, position: number): Amount | undefined {
  AMOUNT.lastIndex = position;
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  const [whole, before = '', digits = '', scale, plus, after = '', latePlus] = match;
  const trimmed = digits.replace(/[.,]+$/, '');
  const cut = scale === undefined && after === '' ? digits.length - trimmed.length : 0;
  const end = position + whole.length - cut;
  if (/[a-z0-9]/.test(text[end] ?? '')) return undefined;
  const units = [before.trim(), after].filter((unit) => unit !== '');
  const known = units.map((unit) => (USD.test(unit) ? 'USD' : SOL.test(unit) ? 'SOL' : 'other'));
  const [unit = null] = known;
  const relative = units.length === 1 ? relativeOf(after) : undefined;
  const isClear = new Set(known).size <= 1 && unit !== 'other';
  return {
    value: scaleBy(toDigits(trimmed), SCALES[scale ?? ''] ?? 0),
    unit: isClear ? (unit as 'USD' | 'SOL' | null) : null,
    ...(relative && { relative }),
    isForeign: !isClear && relative === undefined,
    isRound: scale !== undefined,
    isOpenEnded: plus !== undefined || latePlus !== undefined,
    length: whole.length - cut,
  };
}

function relativeOf(unit: string): Amount['relative'] {
  if (unit === 'x') return 'multiple';
  return /^(?:%|percent|pct)$/.test(unit) ? 'percent' : undefined;
}

/** Numbers in words as digits. */
function toDigits(text: string): string {
  const part = PARTS.find(([pattern]) => pattern.test(text))?.[1];
  if (part !== undefined) return part;
  const [, mantissa = '', exponent] = /^([\d.]+)e(\d+)$/.exec(text) ?? [];
  if (exponent !== undefined) return scaleBy(mantissa, Number(exponent)) ?? text;
  return /^[a-z]/.test(text) ? String(readSpelt(text)) : text;
}

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/;
const PLAIN = /^(\d+(\.\d+)?|\.\d+)$/;
/** Ambiguous: many countries separate thousands by a point. */
const THOUSANDS_BY_POINT = /^[1-9]\d{0,2}\.000$/;

function scaleBy(digits: string, zeros: number): string | undefined {
  const isClear = (GROUPED.test(digits) || PLAIN.test(digits)) && !THOUSANDS_BY_POINT.test(digits);
  if (!isClear || digits.length > 30) return undefined;
  const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.');
  const padded = fraction.padEnd(zeros, '0');
  const integer = `${whole}${padded.slice(0, zeros)}`.replace(/^0+(?=\d)/, '') || '0';
  const rest = padded.slice(zeros).replace(/0+$/, '');
  return rest === '' ? integer : `${integer}.${rest}`;
}

/** A longer text is not read. */
export const LENGTH_MAX = 300;

/** With what makes it possessive. */
const BASE58_ADDRESS = /\b([1-9A-HJ-NP-Za-km-z]{32,44})\b(?:['\u2018\u2019\u02bc`]s\b)?/g;
export const ADDRESS_WORD = 'address-given';
/** "250, 300" are two numbers, but "dec 1, 300 holders" has a date and a number. */
const TWO_NUMBERS = new RegExp(
  '(?<!\\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.? \\d{1,2})' +
    '(?<=\\b\\d{1,3}),\\s+(?=\\d{3}(?!\\d))',
  'g',
);
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwon't\b/g, 'will not'],
  [/\bcan't\b|\bcannot\b/g, 'can not'],
  [/\b(\w+)n't\b/g, '$1 not'],
  [/(\w)'s\b/g, "$1 's"],
  [/(\w)s'(?=\s)/g, "$1s 's"],
  [/\(utc\)/g, 'utc'],
  [/\bsub-(?=[$\d])/g, 'sub '],
  [/ @ /g, ' at '],
  [TWO_NUMBERS, ' and '],
  [/^(?:prediction|poll|question|bet|yes or no|y\/n): /, ''],
  [/,? (?:yes or no|y\/n)\??$/, ''],
  [/>=|=>|\u2265/g, ' >= '],
  [/<=|=<|\u2264/g, ' <= '],
];

/** Faces, animals, rockets and stars, which say nothing. Arrows, charts and crosses could. */
const SPEAKING =
  String.raw`[\u{1f4c8}\u{1f4c9}\u{1f6ab}\u{1f6d1}\u{1f44e}\u{1f44d}\u{1f645}\u{1f51a}-\u{1f51f}` +
  String.raw`\u{1f53a}-\u{1f53d}]`;
const PICTURES =
  String.raw`[\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}` +
  String.raw`\u2728\u2b50\u26a1\u2764]`;
const JOINED = String.raw`(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}])*`;
const DECORATION = new RegExp(`(?<!\\d)(?!${SPEAKING})${PICTURES}${JOINED}(?!\\d)`, 'gu');

/**
 * A question in the form that the compiler reads: lower case, plain quotes, single spaces. In its
 * text the addresses have a placeholder.
 */
export function normaliseQuestion(question: string) {
  const addresses = [...question.matchAll(BASE58_ADDRESS)].map(([, address = '']) => address);
  let text = hideLookalikes(question)
    .replace(BASE58_ADDRESS, ` ${ADDRESS_WORD} `)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/(?<!\d)[\u201c\u201d"]|[\u201c\u201d"](?!\d)/g, ' ')
    .replace(/(?<![\p{L}\p{N}])'([^']{1,40})'(?![\p{L}\p{N}])/gu, '$1')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/#(?=\p{L})/gu, '')
    .replace(DECORATION, ' ');
  for (const [pattern, replacement] of CONTRACTIONS) text = text.replace(pattern, replacement);
  text = text
    .replace(/,(?!\d)|(?<!\d),/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[\s?!.]+$/, '')
    .trim();
  return { text, addresses };
}

/** Letters of full width and spaces are the same in any form. */
const SAME = /[\uff01-\uff5e\s\u2026]/;
const NOT_UNDERSTOOD = '\ufffd';

/** Unicode has 10² be 102, and 1㎜ be 1mm: such signs are not what people read. */
function hideLookalikes(question: string): string {
  const plain = question.normalize('NFC');
  if (plain.normalize('NFKC') === plain) return plain;
  let isHidden = false;
  return plain.replace(/[^\0-\x7f]/gu, (sign) => {
    // One is enough: nothing with it is measured.
    if (isHidden || SAME.test(sign) || sign.normalize('NFKC') === sign) return sign;
    isHidden = true;
    return NOT_UNDERSTOOD;
  });
}

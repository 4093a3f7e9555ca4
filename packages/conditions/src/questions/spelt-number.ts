// Numbers in words: ten, two hundred and fifty, three hundred thousand, one and a half million.
import { add, formatExactly, multiply, type Rational, rational } from '../oracles/rational.ts';

const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = ['thousand', 'million', 'billion', 'trillion'];

const either = (words: readonly string[]) => `(?:${words.toReversed().join('|')})`;
const DIGIT = either(ONES.slice(1, 10));
const BELOW_HUNDRED = `(?:${either(TENS)}(?:[- ]${DIGIT})?|${either(ONES)})`;
const HUNDREDS = `(?:an?|${DIGIT}) hundred(?:(?: and)? ${BELOW_HUNDRED})?`;
const BELOW_THOUSAND = `(?:${HUNDREDS}|${BELOW_HUNDRED})`;
const SCALE = either(SCALES);
/** Half a million, a quarter of a billion, three quarters of a million. */
const FRACTION = `(?:half an?|an? half|(?:an?|three) quarters?(?: of an?)?)(?= ${SCALE})`;
const GROUP = `(?:${BELOW_THOUSAND}(?: and a half(?= ${SCALE}))?|${FRACTION}|an?(?= ${SCALE}))`;

/** Matches such a number, with all of its scales. */
const SMALLER = `(?:(?: and)? ${BELOW_THOUSAND} ${SCALE})*(?:(?: and)? ${BELOW_THOUSAND})?`;
export const SPELT = `${GROUP}(?: ${SCALE}${SMALLER})?(?![a-z0-9-])`;

const number = (value: number): Rational => rational(BigInt(value), 1n);
const HALF = rational(1n, 2n);

/** Exact decimal text; undefined if its scales do not fall: "two thousand million". */
export function readSpelt(text: string): string | undefined {
  let sum = number(0);
  let group = number(0);
  let last = Number.POSITIVE_INFINITY;
  const words = text.replace(/(?<=hundred|thousand|lion) and (?!a half)/g, ' ').split(/[ -]/);
  for (const [index, word] of words.entries()) {
    const scale = SCALES.indexOf(word);
    if (scale >= 0) {
      if (scale >= last) return undefined;
      last = scale;
      sum = add(sum, multiply(group, rational(1_000n ** BigInt(scale + 1), 1n)));
      group = number(0);
    } else if (word === 'hundred') group = multiply(group, number(100));
    else if (word === 'half') group = add(group, HALF);
    else if (/^quarter/.test(word)) {
      group = multiply(
        index > 0 && words[index - 1] === 'three' ? number(3) : number(1),
        rational(1n, 4n),
      );
    } else if (/^an?$/.test(word)) {
      // "A million" is one, "half a million" is not one and a half.
      const isOne =
        group.numerator === 0n && /^(?:hundred|thousand|.*lion)$/.test(words[index + 1] ?? '');
      if (isOne) group = number(1);
    } else group = add(group, number(wordValue(word)));
  }
  return formatExactly(add(sum, group));
}

function wordValue(word: string): number {
  const tens = TENS.indexOf(word);
  return tens >= 0 ? 20 + 10 * tens : Math.max(ONES.indexOf(word), 0);
}

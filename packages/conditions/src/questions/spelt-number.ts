// Whole numbers below a thousand in words: ten, twenty-five, two hundred and fifty.

const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const ONE = ONES.toReversed().join('|');
const BELOW_HUNDRED = `(?:(?:${TENS.join('|')})(?:[- ](?:${ONES.slice(1, 10).join('|')}))?|${ONE})`;

/** Matches such a number. */
export const SPELT =
  `(?:(?:an?|${ONES.slice(1, 10).join('|')}) hundred(?:(?: and)? ${BELOW_HUNDRED})?|` +
  `${BELOW_HUNDRED})(?![a-z0-9-])`;

export function readSpelt(text: string): number {
  let sum = 0;
  for (const word of text.split(/[ -]/)) {
    if (word === 'hundred') sum *= 100;
    else if (/^an?$/.test(word)) sum += 1;
    else if (ONES.includes(word)) sum += ONES.indexOf(word);
    else if (TENS.includes(word)) sum += 20 + 10 * TENS.indexOf(word);
  }
  return sum;
}

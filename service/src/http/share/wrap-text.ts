import type { Font } from './read-font.ts';

/** Sizes that are tried, from the largest, with the lines that there is room for. */
const SIZES = [
  [84, 1],
  [72, 1],
  [80, 2],
  [64, 3],
  [50, 4],
] as const;

/** In parts of the text: more of it would be unreadable without the letters that are missing. */
const MISSING_MAX = 0.2;
const UNREADABLE = 'Read the question on the page';

interface Wrapped {
  readonly lines: readonly string[];
  readonly size: number;
}

/** Without characters that the font does not have, or another text if too little is left. */
export function readable(text: string, font: Font): string {
  const characters = [...text].filter((each) => !/[\p{M}\p{Emoji_Presentation}]/u.test(each));
  const known = characters.filter((each) => font.widthOf(each) !== undefined);
  const isLost = known.length < characters.length * (1 - MISSING_MAX);
  const left = known.join('').replace(/ {2,}/g, ' ').trim();
  return isLost || !/[\p{L}\p{N}]/u.test(left) ? UNREADABLE : left;
}

export const measure = (text: string, font: Font): number =>
  [...text].reduce((sum, each) => sum + (font.widthOf(each) ?? 0), 0);

/** In the largest size that fits; what does not fit the smallest ends with an ellipsis. */
export function wrapText(text: string, font: Font, width: number): Wrapped {
  for (const [size, most] of SIZES) {
    const lines = breakLines(text, font, width / size);
    if (lines.length <= most) return { lines, size };
  }
  const [size, most] = SIZES[SIZES.length - 1] as (typeof SIZES)[number];
  const lines = breakLines(text, font, width / size).slice(0, most);
  const last = lines.pop() ?? '';
  return { lines: [...lines, shorten(last, font, width / size)], size };
}

function breakLines(text: string, font: Font, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => splitLong(each, font, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer, font) <= width) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A word that is wider than a line is broken anywhere. */
function splitLong(word: string, font: Font, width: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && measure(part + character, font) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

function shorten(line: string, font: Font, width: number): string {
  let left = line;
  while (left !== '' && measure(`${left}…`, font) > width) left = left.slice(0, -1);
  return `${left.trimEnd()}…`;
}

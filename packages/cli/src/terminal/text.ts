// Text for a terminal. Whatever comes from outside passes through `render`, which removes control
// characters; colours are added afterwards, so that nothing else can set them.
import { printable } from '@tote/domain';
import type { Output } from '../surroundings.ts';

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

interface Painted {
  readonly text: string;
  readonly style: Style;
}

export type Text = string | Painted;

export const paint = (style: Style, text: string): Painted => ({ style, text });

const plain = (text: Text): string => printable(typeof text === 'string' ? text : text.text);

const CODES: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
};

export function render(parts: readonly Text[], hasColour: boolean): string {
  return parts
    .map((part) => {
      const text = plain(part);
      if (typeof part === 'string' || !hasColour) return text;
      const [on, off] = CODES[part.style];
      return `\u001b[${on}m${text}\u001b[${off}m`;
    })
    .join('');
}

export function createPrinter(output: Output): (...parts: readonly Text[]) => void {
  return (...parts) => output.write(`${render(parts, output.hasColour)}\n`);
}

/** JSON whose strings have control and invisible characters escaped, not removed. */
export function renderJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) =>
      [...Array(character.length).keys()]
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
  );
}

const segmenter = new Intl.Segmenter();
/** Emoji, East Asian letters and fullwidth forms. */
const WIDE =
  /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u;

const widthOfCharacter = (character: string) => (WIDE.test(character) ? 2 : 1);

function charactersOf(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

function widthOf(text: string): number {
  return charactersOf(text).reduce((sum, each) => sum + widthOfCharacter(each), 0);
}

export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let left = width - 1;
  for (const character of charactersOf(text)) {
    left -= widthOfCharacter(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept}…`;
}

const GAP = '  ';

export function renderTable(
  head: readonly string[],
  rows: readonly (readonly Text[])[],
  columns = Number.POSITIVE_INFINITY,
): Text[][] {
  const widths = head.map((title, at) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(plain(row[at] ?? '')))),
  );
  const isNumber = head.map((_, at) =>
    rows.every((row) => /^(-?[\d.,]+( %)?|–)?$/.test(plain(row[at] ?? ''))),
  );
  const renderRow = (row: readonly Text[]): Text[] => {
    let left = columns;
    return row.flatMap((cell, at): Text[] => {
      const width = Math.max(0, Math.min(widths[at] ?? 0, left));
      left -= width + GAP.length;
      if (width === 0) return [];
      const text = cut(plain(cell), width);
      const fill = ' '.repeat(width - widthOf(text));
      const shown: Text = typeof cell === 'string' ? text : { ...cell, text };
      const gap = at === 0 ? '' : GAP;
      return isNumber[at] ? [gap, fill, shown] : [gap, shown, at < row.length - 1 ? fill : ''];
    });
  };
  return [head, ...rows].map(renderRow);
}

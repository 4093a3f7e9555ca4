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

export const plain = (text: Text): string => printable(typeof text === 'string' ? text : text.text);

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

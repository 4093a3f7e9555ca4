// Tables of docs/benchmarks.md, and what is said about targets that are missed.
import { type Checked, isMet } from './targets.ts';

export interface Row {
  readonly cells: readonly (string | number)[];
  readonly checked?: readonly Checked[];
}

/** A last column says whether the row's targets are met, lines below the table why not. */
export function table(columns: readonly string[], rows: readonly Row[]): string[] {
  const missed = rows.flatMap(({ cells, checked = [] }) =>
    checked.filter((each) => !isMet(each)).flatMap((each) => describeMissed(cells[0] ?? '', each)),
  );
  return [
    line([...columns, '']),
    line([...columns.map((_, index) => (index === 0 ? '---' : '---:')), '---']),
    ...rows.map(({ cells, checked = [] }) => line([...cells, verdict(checked)])),
    '',
    ...(missed.length > 0 ? [...missed, ''] : []),
  ];
}

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

function verdict(checked: readonly Checked[]): string {
  if (checked.length === 0) return '';
  return checked.every(isMet) ? 'ok' : '**missed**';
}

function describeMissed(what: string | number, { target, actual }: Checked): string[] {
  const { least, most = Number.NaN, reason = 'The reason is not known yet.' } = target;
  const limit = least === undefined ? `at most ${number(most, 2)}` : `at least ${least}`;
  const missed = `- **Missed** (${what}): ${target.what} is ${number(actual, 2)}, not ${limit}.`;
  return paragraph(`${missed} ${reason}`).map((text, index) => (index === 0 ? text : `  ${text}`));
}

export const number = (value: number, digits = 0) =>
  Number.isNaN(value) ? '?' : value.toLocaleString('en-US', { maximumFractionDigits: digits });

const COLUMNS_MAX = 98;

/** A text in lines. */
export function paragraph(text: string): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > COLUMNS_MAX) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

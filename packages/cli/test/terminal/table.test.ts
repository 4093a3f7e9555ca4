import { expect, test } from 'vitest';
import { cut, paint, render, renderTable, type Text } from '../../src/terminal/text.ts';

const lines = (table: readonly (readonly Text[])[]) => table.map((parts) => render(parts, false));

test('text is left, numbers are right, and wide characters count twice', () => {
  const rows = [
    ['日本', '5.00 %', 'x'],
    [paint('red', 'a'), '12.50 %', ''],
  ];
  expect(lines(renderTable(['Name', 'Share', 'Note'], rows))).toEqual([
    'Name    Share  Note',
    '日本   5.00 %  x',
    'a     12.50 %  ',
  ]);
});

test('a line is cut to the width of the terminal', () => {
  const table = renderTable(['Id', 'Question'], [['1', 'Will it rain?']], 12);
  expect(lines(table)).toEqual(['Id  Question', ' 1  Will it…']);
  expect([cut('abc', 3), cut('abcd', 3), cut('日本語', 4)]).toEqual(['abc', 'ab…', '日…']);
});

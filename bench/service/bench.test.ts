import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseStat } from './proc.ts';
import { medianRows, renderSection } from './render.ts';
import { SECTIONS } from './sections/index.ts';

test('the median of results is that of each number, and keeps everything else', () => {
  const run = (a: number, b: number) => [
    { what: 'x', a },
    { what: undefined, b },
  ];
  expect(medianRows([run(3, 10), run(1, 30), run(2, 20)])).toEqual(run(2, 20));
  expect(medianRows([run(1, 1), run(4, 2)])).toEqual(run(2.5, 1.5));
});

const targets = [
  { column: 'ms', most: 6, rows: /quick|slow/ },
  { column: 'rate', least: 0.5 },
];

test('rows with the same columns are a table, and a target that is missed is named', () => {
  const rows = [
    { what: 'slow', ms: 6.01 },
    { what: 'quick', ms: 6 },
    { what: 'other', ms: 12_345.6 },
    { what: 'quick', rate: 0.5, 'p99 ms': undefined },
    { what: 'not measured', rate: Number.NaN, 'p99 ms': 0.0123456 },
  ];
  const page = '## A\n\nText.\n\nMore.\n\n| old |\n| --- |\n';
  expect(renderSection(page, { title: 'A', targets }, rows).text).toBe(`## A

Text.

More.

| what | ms | target |
|---|---:|---|
| slow | 6.01 | **missed**: ms at most 6 |
| quick | 6 |  |
| other | 12,346 |  |

| what | rate | p99 ms | target |
|---|---:|---:|---|
| quick | 0.5 |  |  |
| not measured | ? | 0.0123 | **missed**: rate at least 0.5 |
`);
});

test('the tables of a section are replaced on the page, and nothing else', () => {
  const page = (a: string, b: string) => `# Page\n\nHead.\n\n## A\n\n${a}\n\n## B\n\n${b}\n`;
  const [old, table] = ['| x |\n| --- |', '| what |\n|---|\n| new |'];
  const render = (title: string) =>
    renderSection(page(old, old), { title, targets }, [{ what: 'new' }]).page;
  expect(render('A')).toBe(page(table, old));
  expect(render('B')).toBe(page(old, table));
  expect(() => render('C')).toThrow('no section');
});

test('what is only printed is not on the page, but its targets are', () => {
  const section = { title: 'A', targets, printedOnly: ['ms'] };
  const rows = [{ what: 'slow', ms: 7, failed: 1 }];
  const { text, page } = renderSection('## A\n\nText.\n', section, rows);
  expect(page).toBe(
    '## A\n\nText.\n\n| what | target |\n|---|---|\n| slow | **missed**: ms at most 6 |\n',
  );
  expect(text).toContain('| slow | 7 | 1 | **missed**: ms at most 6 |\n');
});

test('every section has its place in docs/benchmarks.md', () => {
  const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8');
  for (const each of Object.values(SECTIONS)) expect(page).toContain(`\n## ${each.title}\n`);
});

test('processor time is user and system time, whatever the name of the process', () => {
  const stat = '12 (a (b) c) S 7 1 1 0 -1 4194304 100 0 0 0 250 50 30 4 20 0 11 0 100';
  expect(parseStat(stat)).toEqual({ parent: 7, own: 3_000_000, ended: 340_000 });
  expect(parseStat('').own).toBeNaN();
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseStat } from './proc.ts';
import { medianRows, renderSection, renderTable, replaceSection } from './render.ts';
import type { Section } from './section.ts';
import { SECTIONS } from './sections/index.ts';

test('the median of results is that of each number, and keeps everything else', () => {
  const run = (a: number, b: number) => [
    { what: 'x', a },
    { what: undefined, b },
  ];
  expect(medianRows([run(3, 10), run(1, 30), run(2, 20)])).toEqual(run(2, 20));
  expect(medianRows([run(1, 1), run(4, 2)])).toEqual(run(2.5, 1.5));
});

const section: Section = {
  ...{ title: 'A', about: `${'word '.repeat(25)}end` },
  targets: [
    { column: 'ms', most: 6, rows: /quick|slow/ },
    { column: 'rate', least: 0.5 },
  ],
  open: () => Promise.reject(new Error('not measured here')),
};

test('rows with the same columns are a table, and a target that is missed is named', () => {
  const rows = [
    { what: 'slow', ms: 6.01 },
    { what: 'quick', ms: 6 },
    { what: 'other', ms: 12_345.6 },
    { what: 'quick', rate: 0.5, 'p99 ms': undefined },
    { what: 'not measured', rate: Number.NaN, 'p99 ms': 0.0123456 },
  ];
  expect(renderSection(section, rows)).toBe(`## A

${'word '.repeat(19).trim()}
${'word '.repeat(6)}end

| what | ms | target |
| --- | ---: | --- |
| slow | 6.01 | **missed**: ms at most 6 |
| quick | 6 | ok |
| other | 12,346 |  |

| what | rate | p99 ms | target |
| --- | ---: | ---: | --- |
| quick | 0.5 |  | ok |
| not measured | ? | 0.0123 | **missed**: rate at least 0.5 |
`);
});

test('a section that is measured replaces that of the page, and nothing else', () => {
  const page = '# Page\n\nHead.\n\n## A\n\nold\n\n## B\n\nold\n';
  expect(replaceSection(page, '## A\n\nnew\n')).toBe(
    '# Page\n\nHead.\n\n## A\n\nnew\n\n## B\n\nold\n',
  );
  expect(replaceSection(page, '## B\n\nnew\n')).toBe(
    '# Page\n\nHead.\n\n## A\n\nold\n\n## B\n\nnew\n',
  );
  expect(() => replaceSection(page, '## C\n\nnew\n')).toThrow('no section');
});

test('every section has its place in docs/benchmarks.md', () => {
  const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8');
  for (const each of Object.values(SECTIONS)) expect(page).toContain(`\n## ${each.title}\n`);
  expect(renderTable([], [])).toBe('| target |\n| --- |');
});

test('processor time is user and system time, whatever the name of the process', () => {
  const stat = '12 (a (b) c) S 7 1 1 0 -1 4194304 100 0 0 0 250 50 30 4 20 0 11 0 100';
  expect(parseStat(stat)).toEqual({ parent: 7, own: 3_000_000, ended: 340_000 });
  expect(parseStat('').own).toBeNaN();
});

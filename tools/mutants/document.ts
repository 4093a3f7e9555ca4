// Renders docs/mutants.md: the faults and the tests that detected them.
import { HARMLESS } from './harmless.ts';

export interface MutantResult {
  name: string;
  /** The tests that detected the fault; undefined if none did. */
  noticedBy?: string;
}

export function renderMutants(results: readonly MutantResult[]): string {
  const killed = results.filter(({ noticedBy }) => noticedBy).length;
  const rows = [...results]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, noticedBy }) => `| ${inCell(name)} | ${noticedBy ?? '**SURVIVED**'} |`);
  const harmless = HARMLESS.map(({ matches, why }) => `- ${matches}: ${why}`);
  return [
    '# Faults that the tests notice',
    '',
    'Written by `npm run program:mutants`, which puts one fault at a time into the program and',
    'runs its tests: every check dropped, and faults made by hand. `program/test` means one of',
    'several files.',
    '',
    `${killed} of ${results.length} were noticed.`,
    ...(harmless.length > 0 ? ['', 'Left out, because they change nothing:', '', ...harmless] : []),
    '',
    '| fault | noticed by |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const inCell = (text: string) => text.replaceAll('|', '\\|');

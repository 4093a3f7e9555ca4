// Mutants that remove one check of the program each. The checks are found in the source, so that a
// new one is covered automatically.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import type { Mutant } from './mutant.ts';

const SOURCE = join(root, 'program', 'src');
/** How a statement begins that only checks something. */
const CALLS = [
  'require',
  'checks::(?:signer|writable|owner|address|program|zero|exactly::<0>)',
  '(?:state::|super::)?check::<\\w+>',
  'pda::expect',
  'fact::validate',
  'cpi::expect_\\w+',
  'expect_\\w+',
  'check_\\w+',
  '[\\w.]+\\.(?:check|expect_\\w+|invariant)',
];
const CHECK = new RegExp(`^[ \\t]*((?:${CALLS.join('|')})\\()`, 'gm');

export function findDroppedChecks(): Mutant[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.rs') && file !== 'checks.rs' && file !== 'error.rs')
    .sort()
    .flatMap((file) => findInFile(file, readFileSync(join(SOURCE, file), 'utf8')));
}

function findInFile(file: string, source: string): Mutant[] {
  const mutants: Mutant[] = [];
  for (const match of source.matchAll(CHECK)) {
    const start = match.index + match[0].length - (match[1]?.length ?? 0);
    const end = closingParenthesis(source, start + (match[1]?.length ?? 0) - 1) + 1;
    const rest = source.slice(end);
    const line = source.slice(0, start).split('\n').length;
    const text = source.slice(start, end).replace(/\s+/g, ' ');
    const name = `${file}:${line} drops ${text}`;
    if (rest.startsWith('?;')) {
      mutants.push({ name, file, at: start, find: source.slice(start, end + 2), replace: '' });
    } else if (/^\n\s*\}/.test(rest)) {
      // The last expression of a function that returns `Ok(())`.
      mutants.push({ name, file, at: start, find: source.slice(start, end), replace: 'Ok(())' });
    }
  }
  return mutants;
}

function closingParenthesis(source: string, opening: number): number {
  let depth = 0;
  for (let at = opening; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('unbalanced parentheses');
}

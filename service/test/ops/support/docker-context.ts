// The files that `docker build` sends to the builder, by .dockerignore. There is no Docker here.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export function listContext(folder: string): string[] {
  const rules = readFileSync(join(folder, '.dockerignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toRule);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !isIgnored(path, rules))
    .sort();
}

interface Rule {
  readonly isException: boolean;
  readonly pattern: RegExp;
}

/** As Docker's patternmatcher: `*` stays in a folder, `**` does not; a first `/` is ignored. */
function toRule(line: string): Rule {
  const isException = line.startsWith('!');
  const parts = line
    .replace(/^!/, '')
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .split(/(\*\*\/?|\*|\?)/);
  const translated: Record<string, string> = {
    ...{ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' },
  };
  const source = parts.map((part) => translated[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'));
  return { isException, pattern: new RegExp(`^${source.join('')}$`) };
}

/** The last rule that matches the file or a folder that it is in decides. */
function isIgnored(path: string, rules: readonly Rule[]): boolean {
  const names = path.split('/');
  const paths = names.map((_, index) => names.slice(0, index + 1).join('/'));
  const last = rules.findLast(({ pattern }) => paths.some((each) => pattern.test(each)));
  return last !== undefined && !last.isException;
}

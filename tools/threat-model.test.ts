// Checks that every test file that the security documents mention exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

const PAGES = ['docs/threat-model.md', 'SECURITY.md'];

function fileExists(name: string): boolean {
  const path = join(root, name);
  if (!name.includes('*')) return existsSync(path);
  const [before = '', after = ''] = basename(name).split('*');
  const files = readdirSync(dirname(path));
  return files.some((file) => file.startsWith(before) && file.endsWith(after));
}

test.each(PAGES)('every test file in %s exists', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const found = text.matchAll(/`((?:program|service|packages|tools)\/[\w/.*-]+)`/g);
  const names = [...found].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !fileExists(name))).toEqual([]);
});

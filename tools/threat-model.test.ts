// What the documents say a test shows, a test shows: every test that they name is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

const PAGES = ['docs/threat-model.md', 'SECURITY.md'];

function isThere(name: string): boolean {
  const path = join(root, name);
  if (!name.includes('*')) return existsSync(path);
  const [before = '', after = ''] = basename(name).split('*');
  const files = readdirSync(dirname(path));
  return files.some((file) => file.startsWith(before) && file.endsWith(after));
}

test.each(PAGES)('every test that %s names is there', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const found = text.matchAll(/`((?:program|service|packages|tools)\/[\w/.*-]+)`/g);
  const names = [...found].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './root.ts';

const GUIDES = 'docs/architecture';
const PAGES = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/reliability.md',
  'docs/threat-model.md',
  'SECURITY.md',
  ...readdirSync(join(root, GUIDES)).map((name) => `${GUIDES}/${name}`),
];

const files = listFiles();
const TOP = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
/** Every file and, with a slash at the end, every folder. */
const PATHS = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
}

/** A path of this repository, not a path of the API, a package, a command or an address. */
function isPath(text: string): boolean {
  if (!/^[\w.][\w./*<>-]*$/.test(text)) return false;
  const isBelowTop = text.includes('/') && TOP.has(text.split('/')[0] ?? '');
  return isBelowTop || /\/$|\w\.(ts|mjs|rs|md|json|so|sh|toml)$/.test(text);
}

/** From the root, or the end of a path: `main.ts`, `http/presenters/`. `*` and `<name>` are any. */
function isThere(text: string): boolean {
  const pattern = text
    .replace(/\/$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*|<[^>]*>/g, '[^/]*');
  const form = new RegExp(`(^|/)${pattern}/?$`);
  return [...PATHS].some((path) => form.test(path));
}

/** The tree of ARCHITECTURE.md: a name per line, below the one that is indented less. */
function listTree(text: string): string[] {
  const [, tree = ''] = /```text\n([\s\S]*?)```/.exec(text) ?? [];
  const above: string[] = [];
  return tree
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const depth = line.search(/\S/) / 2;
      above.length = depth;
      above.push(line.trim().split(/\s/)[0] ?? '');
      return above.join('');
    });
}

function listNames(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name as string);
  return quoted.filter(isPath);
}

test.each(PAGES)('every file and folder that %s names is there', (page) => {
  const names = listNames(readFileSync(join(root, page), 'utf8'));
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

test('the tree of ARCHITECTURE.md is the repository’s', () => {
  const tree = listTree(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'));
  expect(tree.filter((path) => !PATHS.has(path))).toEqual([]);
  const isListed = (folder: string) => tree.includes(`${folder}/`);
  const folders = [...PATHS].flatMap(
    (path) => /^(packages\/[^/]+|service\/src\/[^/]+)\/$/.exec(path)?.[1] ?? [],
  );
  expect(folders.filter((folder) => !isListed(folder))).toEqual([]);
});

test('a wrong path is detected', () => {
  const wrong = ['service/src/nothing.ts', 'packages/nothing/', 'tools/tidy.test', 'nothing.rs'];
  expect(listNames(wrong.map((name) => `\`${name}\``).join(' '))).toEqual(wrong);
  expect(wrong.filter(isThere)).toEqual([]);
  for (const other of ['/v1/markets', '@tote/domain', 'npm start', 'Vault.owed', 'GET /healthz']) {
    expect(isPath(other), other).toBe(false);
  }
});

test('every link of a page points to a file', () => {
  const pages = files.filter((file) => file.endsWith('.md'));
  const wrong = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(
      ([, to]) => to as string,
    );
    const folder = page.split('/').slice(0, -1);
    return links
      .map((to) => join(...folder, to).replace(/\/$/, ''))
      .filter((to) => !PATHS.has(to) && !PATHS.has(`${to}/`))
      .map((to) => `${page}: ${to}`);
  });
  expect(wrong).toEqual([]);
});

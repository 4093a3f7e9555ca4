// What a first visit loads, compressed. The screen's own code is loaded with it.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readScreenChunks } from '../../service/src/http/share/page-files.ts';
import { ensurePage } from '../../tools/build/ensure-compiled.mjs';

const SCRIPT_MAX = 51 * 1_024;
const STYLE_MAX = 12 * 1_024;

const dir = ensurePage();
const read = (name: string) => readFileSync(join(dir, 'assets', name), 'utf8');
/** The widget has styles of its own. */
const styles = readdirSync(join(dir, 'assets')).filter(
  (name) => name.endsWith('.css') && !name.startsWith('embed-'),
);
const gzipped = (list: Iterable<string>) =>
  [...list].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);

/** A chunk and all that it imports at once. What it imports later has parentheses. */
function listLoaded(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const [, name = ''] of read(entry).matchAll(
    /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g,
  )) {
    listLoaded(name, found);
  }
  return found;
}

const index =
  /assets\/([\w.-]+\.js)/.exec(readFileSync(join(dir, 'index.html'), 'utf8'))?.[1] ?? '';
/** Chunks that the routes load. */
const screens = [...read(index).matchAll(/import\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g)].map(
  ([, name = '']) => name,
);

test('each screen is loaded on its own', () => {
  expect(screens.length).toBeGreaterThanOrEqual(5);
});

/** It has the chain's own code in it, and is loaded in the background. */
const isWayOut = (name: string) => name.startsWith('exit-');

test.each(screens.filter((name) => !isWayOut(name)))(
  'a first visit with %s loads at most 51 KiB of script',
  (screen) => {
    const loaded = listLoaded(screen, listLoaded(index));
    expect(gzipped(loaded), [...loaded].join(' ')).toBeLessThanOrEqual(SCRIPT_MAX);
  },
);

test('the service knows the scripts of every screen', () => {
  const files = { text: (name: string) => readFileSync(join(dir, name), 'utf8') };
  for (const chunks of readScreenChunks(files).values()) {
    const [screen = '', ...rest] = chunks.map((file) => basename(file));
    expect(screens).toContain(screen);
    const first = listLoaded(index);
    const later = [...listLoaded(screen)].filter((name) => !first.has(name));
    expect([screen, ...rest].sort()).toEqual(later.sort());
  }
});

test('there are at most 12 KiB of styles', () => {
  expect(styles.length).toBeGreaterThan(0);
  expect(gzipped(styles)).toBeLessThanOrEqual(STYLE_MAX);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { findOutdated, PAGES } from './pages.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('every page is current, and a change of one is noticed', () => {
  expect(findOutdated(read)).toEqual([]);
  expect(findOutdated((path) => `${read(path)} `)).toEqual(PAGES.map(({ path }) => path));
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { listMissed, renderDocument } from './document.ts';
import { measureAll } from './tables.ts';

test('what the program costs is what docs/compute-units.md says, and misses no target', () => {
  const measurements = measureAll();
  const document = readFileSync(join(root, 'docs/compute-units.md'), 'utf8');
  const message = 'out of date; update it with `npm run program:cu`';
  expect(document, message).toBe(renderDocument(document, measurements));
  expect(listMissed(measurements), 'see `npm run program:cu`').toEqual([]);
});

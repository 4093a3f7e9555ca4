import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { renderDocument } from './document.ts';
import { type Measurements, measureAll } from './measurements.ts';
import { isMet, listTargets } from './targets.ts';

describe('what the program costs', () => {
  let measurements: Measurements;
  beforeAll(() => {
    measurements = measureAll();
  });

  test('equals docs/compute-units.md', () => {
    const document = readFileSync(join(root, 'docs/compute-units.md'), 'utf8');
    const message = 'out of date; update it with `npm run program:cu`';
    expect(document, message).toBe(renderDocument(measurements));
  });

  test('misses no target', () => {
    const missed = listTargets(measurements).filter((target) => !isMet(target));
    expect(missed, 'see `npm run program:cu`').toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeBetsUnits, SLOTS_MAX, settlePositionsUnits } from '@tote/chain/compute-units';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { listMissed, measureAll, renderDocument } from './document.ts';

const measurements = measureAll();

test('what the program costs is what docs/compute-units.md says, and misses no target', () => {
  const document = readFileSync(join(root, 'docs/compute-units.md'), 'utf8');
  const message = 'out of date; update it with `npm run program:cu`';
  expect(document, message).toBe(renderDocument(document, measurements));
  expect(listMissed(measurements), 'see `npm run program:cu`').toEqual([]);
});

test('the limits of the service suffice if every hint is wrong and every slot is searched', () => {
  const limits = {
    bettors: (count: number) => placeBetsUnits(Array(count).fill(SLOTS_MAX)),
    settlements: settlePositionsUnits,
  };
  let compared = 0;
  for (const { what, count, computeUnits } of measurements.worst) {
    const [, kind] = /^\d+ (?:different )?(bettors|settlements), /.exec(what) ?? [];
    if (kind === undefined) continue;
    const limit = limits[kind as keyof typeof limits](count);
    expect(limit).toBeLessThan(1_400_000);
    // There is a margin, but not so large that a smaller limit would do.
    expect(computeUnits, what).toBeLessThan(limit * 0.8);
    expect(computeUnits, what).toBeGreaterThan(limit / 3);
    compared += 1;
  }
  expect(compared).toBe(2);
  for (const { what, count, computeUnits } of measurements.betBatches) {
    expect(computeUnits, what).toBeLessThan(placeBetsUnits(Array(count).fill(1)));
  }
});

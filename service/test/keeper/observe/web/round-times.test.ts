import { longestGap } from '@tote/conditions/evaluation/evaluate-samples';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { addRoundTime, resumeRoundTimes } from '../../../../src/keeper/observe/web/web-poller.ts';

/** The times in the journal after rounds at these moments. */
function journal(moments: readonly number[], createdAt = 0) {
  let times = resumeRoundTimes(unixSeconds(createdAt), []);
  const written = new Set<number>();
  for (const moment of moments) {
    const changes = addRoundTime(times, unixSeconds(moment));
    for (const at of changes.removed) expect(written.delete(at)).toBe(true);
    for (const at of changes.added) written.add(at);
    times = changes.times;
    // A restart may come at any moment.
    if (moment % 7 === 0) {
      const last = [...written].sort((a, b) => b - a).slice(0, 2);
      times = resumeRoundTimes(unixSeconds(createdAt), last.map(unixSeconds));
    }
  }
  return [...written].sort((a, b) => a - b).map(unixSeconds);
}

const every = (seconds: number, to: number, from = 0) =>
  Array.from({ length: Math.floor((to - from) / seconds) }, (_, index) => from + index * seconds);

test.each([60, 61, 599, 600, 3_600])(
  'every %i s: few, and no gap where there was none',
  (seconds) => {
    const written = journal(every(seconds, 360_000));
    expect(written.length).toBeLessThan(700);
    const gap = longestGap(written, unixSeconds(0), unixSeconds(360_000));
    expect(gap).toBeLessThanOrEqual(Math.max(600, 2 * seconds));
  },
);

test('every gap of more than ten minutes is shown', () => {
  const written = journal([...every(60, 5_000), ...every(60, 9_000, 5_700)]);
  expect(longestGap(written, unixSeconds(0), unixSeconds(9_000))).toBeGreaterThan(600);
});

test('every time that prevents a pause from being a gap is kept', () => {
  const paused = [...every(60, 5_001), ...every(60, 9_000, 5_520)];
  const gap = longestGap(journal(paused), unixSeconds(0), unixSeconds(9_000));
  expect(gap).toBeLessThanOrEqual(600);
});

test('they begin where the market begins', () => {
  expect(longestGap(journal([700, 760], 0), unixSeconds(0), unixSeconds(800))).toBe(700);
});

// How often sources are sampled, what is stored, and where a moved clock stops for samples.

import { longestGap } from '@tote/conditions/evaluation/evaluate-samples';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { addSampleTime, resumeSampleTimes } from '../../src/sampling/sample-times.ts';
import { findNextStop, samplingIntervalSeconds, spansToKeep } from '../../src/sampling/schedule.ts';

const POOL = { windowSeconds: 60, samplesMin: 3 };
const EXPIRES = unixSeconds(10_000);
const market = (
  timing: 'at_expiry' | 'any_time_before',
  pool: typeof POOL | undefined = undefined,
  countsHolders = false,
) => ({
  sampled: { isTriggered: timing === 'any_time_before', pool, countsHolders },
  expiresAt: EXPIRES,
});

describe('sampling', () => {
  test('of a pool at expiry happens only in its window, often enough', () => {
    const atExpiry = market('at_expiry', POOL);
    expect(
      [9_940, 9_941, 10_000, 10_001].map((now) => samplingIntervalSeconds(atExpiry, now)),
    ).toEqual([undefined, 5, 5, undefined]);
    const eager = market('at_expiry', { windowSeconds: 20, samplesMin: 10 });
    expect(samplingIntervalSeconds(eager, 9_990)).toBe(1);
    expect(
      samplingIntervalSeconds(market('at_expiry', { windowSeconds: 1, samplesMin: 60 }), 10_000),
    ).toBe(0.5);
  });

  test('of markets that may end at any time happens at least every ten seconds', () => {
    for (const each of [
      market('any_time_before', POOL),
      market('any_time_before'),
      market('any_time_before', undefined, true),
    ]) {
      expect(samplingIntervalSeconds(each, 0)).toBeLessThanOrEqual(10);
      expect(samplingIntervalSeconds(each, 9_999)).toBeLessThanOrEqual(10);
      expect(samplingIntervalSeconds(each, 10_000)).toBeUndefined();
    }
    expect(samplingIntervalSeconds(market('at_expiry'), 10_000)).toBeUndefined();
  });
});

describe('bytes are kept', () => {
  test('of the window before the expiry, also when it is long over', () => {
    const spans = [{ from: 9_940, to: 10_000 }];
    expect(spansToKeep([market('at_expiry', POOL)], 9_929)).toEqual([]);
    expect(spansToKeep([market('at_expiry', POOL)], 9_940)).toEqual(spans);
    expect(spansToKeep([market('at_expiry', POOL)], 90_000)).toEqual(spans);
  });

  test('of the last two minutes, while the market may end at any time', () => {
    const to = Number.MAX_SAFE_INTEGER;
    const trigger = market('any_time_before', POOL);
    expect(spansToKeep([trigger], 5_000)).toEqual([{ from: 4_870, to }]);
    expect(spansToKeep([trigger], 10_000)).toEqual([]);
    expect(spansToKeep([market('any_time_before')], 5_000)).toEqual([]);
    const both = [market('at_expiry', POOL), { ...trigger, expiresAt: unixSeconds(20_000) }];
    expect(spansToKeep(both, 9_990)).toEqual([{ from: 9_860, to }]);
    expect(spansToKeep(both, 15_000)).toEqual([
      { from: 9_940, to: 10_000 },
      { from: 14_870, to },
    ]);
  });
});

describe('a moved clock stops', () => {
  const stops = (of: ReturnType<typeof market>[], from: number, every: number) => {
    const found: number[] = [];
    for (let now: number | undefined = from; now !== undefined; ) {
      now = findNextStop(of, now, every);
      if (now !== undefined) found.push(now);
    }
    return found;
  };

  test('as often before an expiry as samples are needed, and inside of the window', () => {
    expect(stops([market('at_expiry', POOL)], 0, 540)).toEqual([9_975, 9_985, 9_995]);
    const narrow = market('at_expiry', { windowSeconds: 10, samplesMin: 5 });
    expect(stops([narrow], 0, 540)).toEqual([9_995, 9_996, 9_997, 9_998, 9_999]);
    expect(stops([market('at_expiry')], 0, 540)).toEqual([]);
  });

  test('before ten minutes have passed without samples, as often as a median needs', () => {
    const found = stops([market('any_time_before', POOL)], 7_000, 540);
    expect(found).toEqual([
      ...[7_020, 7_030, 7_040, 7_560, 7_570, 7_580, 8_100, 8_110, 8_120, 8_640, 8_650, 8_660],
      ...[9_180, 9_190, 9_200, 9_720, 9_730, 9_740, 9_975, 9_985, 9_995],
    ]);
    expect(stops([market('any_time_before')], 8_700, 540)).toEqual([9_180, 9_720]);
    expect(stops([market('any_time_before')], 10_000, 540)).toEqual([]);
  });
});

describe('sample times', () => {
  /** The times in the journal after samples at these moments. */
  function journal(moments: readonly number[], createdAt = 0) {
    let times = resumeSampleTimes(unixSeconds(createdAt), []);
    const written = new Set<number>();
    for (const moment of moments) {
      const changes = addSampleTime(times, unixSeconds(moment));
      for (const at of changes.removed) expect(written.delete(at)).toBe(true);
      for (const at of changes.added) written.add(at);
      times = changes.times;
      // A restart may come at any moment.
      if (moment % 7 === 0) {
        const last = [...written].sort((a, b) => b - a).slice(0, 2);
        times = resumeSampleTimes(unixSeconds(createdAt), last.map(unixSeconds));
      }
    }
    return [...written].sort((a, b) => a - b).map(unixSeconds);
  }
  const every = (seconds: number, to: number, from = 0) =>
    Array.from({ length: Math.floor((to - from) / seconds) }, (_, index) => from + index * seconds);

  test('are few, and show no gap where there was none', () => {
    const written = journal(every(10, 100_000));
    expect(written.length).toBeLessThan(200);
    expect(longestGap(written, unixSeconds(0), unixSeconds(100_000))).toBeLessThanOrEqual(600);
  });

  test('show every gap of more than ten minutes', () => {
    const written = journal([...every(10, 5_000), ...every(10, 9_000, 5_700)]);
    expect(longestGap(written, unixSeconds(0), unixSeconds(9_000))).toBeGreaterThan(600);
  });

  test('keep every time that prevents a pause from being a gap', () => {
    const paused = [...every(10, 5_001), ...every(10, 9_000, 5_590)];
    const gap = longestGap(journal(paused), unixSeconds(0), unixSeconds(9_000));
    expect(gap).toBeLessThanOrEqual(600);
  });

  test('begin where the market begins', () => {
    expect(longestGap(journal([700, 710], 0), unixSeconds(0), unixSeconds(800))).toBe(700);
  });
});

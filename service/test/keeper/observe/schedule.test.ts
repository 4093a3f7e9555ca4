// How often sources are sampled, what is stored, and where a moved clock stops for samples.

import { longestGap } from '@tote/conditions/evaluation/evaluate-samples';
import { LOOKS_EVERY_SECONDS } from '@tote/conditions/kinds/shared/describe-rule';
import { unpackSampleHashes } from '@tote/conditions/sample-hashes';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import {
  findNextStop,
  samplingIntervalSeconds,
  spansToKeep,
} from '../../../src/keeper/observe/schedule.ts';
import { addSampleHash, startHashLog } from '../../../src/keeper/observe/watch-list.ts';
import { addRoundTime, resumeRoundTimes } from '../../../src/keeper/observe/web/web-poller.ts';

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

  test('of markets that may end at any time happens as often as their words say', () => {
    for (const each of [
      market('any_time_before', POOL),
      market('any_time_before'),
      market('any_time_before', undefined, true),
    ]) {
      expect(samplingIntervalSeconds(each, 0)).toBeLessThanOrEqual(LOOKS_EVERY_SECONDS);
      expect(samplingIntervalSeconds(each, 9_999)).toBeLessThanOrEqual(LOOKS_EVERY_SECONDS);
      expect(samplingIntervalSeconds(each, 10_000)).toBeUndefined();
    }
    expect(samplingIntervalSeconds(market('at_expiry'), 10_000)).toBeUndefined();
  });
});

describe('a market that is compared with a start', () => {
  const startsAt = unixSeconds(5_000);
  const since = (pool?: typeof POOL, countsHolders = false) => {
    const { sampled, expiresAt } = market('at_expiry', pool, countsHolders);
    return { sampled: { ...sampled, startsAt }, expiresAt };
  };
  const intervals = (each: ReturnType<typeof since>, ...moments: number[]) =>
    moments.map((now) => samplingIntervalSeconds(each, now));

  test('is sampled in both windows, or from the start on', () => {
    expect(intervals(since(POOL), 4_940, 4_941, 5_000, 5_001)).toEqual([
      ...[undefined, 5, 5, undefined],
    ]);
    expect(intervals(since(POOL), 9_940, 9_941, 10_000)).toEqual([undefined, 5, 5]);
    expect(intervals(since(), 4_999, 5_000, 5_120, 5_121)).toEqual([undefined, 2, 2, undefined]);
    expect(intervals(since(undefined, true), 5_000, 10_000)).toEqual([10, undefined]);
  });

  test('keeps what was sampled at its start until it ends', () => {
    const kept = [{ from: 4_940, to: 5_000 }];
    expect(spansToKeep([since(POOL)], 4_929)).toEqual([]);
    expect(spansToKeep([since(POOL)], 4_930)).toEqual(kept);
    expect(spansToKeep([since(POOL)], 9_929)).toEqual(kept);
    expect(spansToKeep([since(POOL)], 90_000)).toEqual([...kept, { from: 9_940, to: 10_000 }]);
    expect(spansToKeep([since()], 90_000)).toEqual([{ from: 4_999, to: 5_120 }]);
  });

  test('has stops of a moved clock there, too', () => {
    const next = (each: ReturnType<typeof since>, now: number) => findNextStop([each], now, 540);
    expect([0, 4_975, 4_985, 4_995].map((now) => next(since(POOL), now))).toEqual([
      ...[4_975, 4_985, 4_995, 9_975],
    ]);
    expect([0, 5_000].map((now) => next(since(), now))).toEqual([5_000, undefined]);
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

const every = (seconds: number, to: number, from = 0) =>
  Array.from({ length: Math.floor((to - from) / seconds) }, (_, index) => from + index * seconds);
const gapOf = (times: readonly UnixSeconds[], duration: number) =>
  longestGap(times, unixSeconds(0), unixSeconds(duration));

describe('hashes of samples', () => {
  const hashAt = (at: number) => ({ at: unixSeconds(at), hash: new Uint8Array(32).fill(at % 251) });

  /** The times in the journal after samples at these moments, and the number of writes. */
  function journal(moments: readonly number[], duration: number, restartsEvery = Infinity) {
    const start = () => startHashLog(unixSeconds(0), unixSeconds(duration));
    let log = start();
    const rows = new Map<number, Uint8Array>();
    let writes = 0;
    for (const [index, moment] of moments.entries()) {
      const change = addSampleHash(log, hashAt(moment));
      for (const { startedAt, hashes } of change.rows) rows.set(startedAt, hashes);
      writes += change.rows.length;
      log = (index + 1) % restartsEvery === 0 ? start() : change.log;
    }
    const written = [...rows.values()].flatMap(unpackSampleHashes);
    for (const { at, hash } of written) expect(hash).toEqual(hashAt(at).hash);
    return { times: written.map(({ at }) => at).sort((a, b) => a - b), rows, writes };
  }
  const DAY = 86_400;

  test('are stored every ten seconds, of long markets less often', () => {
    const intervals = [60, DAY, 2 * DAY, 10 * DAY, 365 * DAY].map((duration) => {
      return startHashLog(unixSeconds(0), unixSeconds(duration)).everySeconds;
    });
    expect(intervals).toEqual([10, 10, 18, 60, 60]);
    const { times, rows, writes } = journal(every(2, DAY), DAY);
    expect(times).toHaveLength(DAY / 10);
    expect(gapOf(times, DAY)).toBe(10);
    // 36 bytes each, in few rows that are written about once a minute.
    expect([...rows.values()].reduce((sum, { length }) => sum + length, 0)).toBe(36 * 8_640);
    expect(rows.size).toBeLessThanOrEqual(DAY / 600 + 1);
    expect(writes).toBeLessThanOrEqual(DAY / 60 + 10);
  });

  test('lose at most a minute by a restart', () => {
    const { times } = journal(every(2, 20_000), 20_000, 777);
    expect(gapOf(times, 20_000)).toBeLessThanOrEqual(70);
  });

  test('show a gap as long as it was', () => {
    const paused = (seconds: number) => [...every(2, 5_002), ...every(2, 9_000, 5_000 + seconds)];
    expect(gapOf(journal(paused(600), 9_000).times, 9_000)).toBe(600);
    expect(gapOf(journal(paused(602), 9_000).times, 9_000)).toBe(602);
    expect(gapOf(journal([700, 710], 800).times, 800)).toBe(700);
  });

  test('are all written when the market expires', () => {
    const { times } = journal(every(2, 95), 95);
    expect(times).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  });

  test('of the same or an earlier second are not stored again', () => {
    expect(journal([5, 5, 4, 15, 15], 20).times).toEqual([5, 15]);
  });
});

describe('times of rounds', () => {
  /** The times in the journal after rounds at these moments. */
  function journalRounds(moments: readonly number[]) {
    let times = resumeRoundTimes(unixSeconds(0), []);
    const written = new Set<number>();
    for (const moment of moments) {
      const changes = addRoundTime(times, unixSeconds(moment));
      for (const at of changes.removed) expect(written.delete(at)).toBe(true);
      for (const at of changes.added) written.add(at);
      times = changes.times;
      // A restart may come at any moment.
      if (moment % 7 === 0) {
        const last = [...written].sort((a, b) => b - a).slice(0, 2);
        times = resumeRoundTimes(unixSeconds(0), last.map(unixSeconds));
      }
    }
    return [...written].sort((a, b) => a - b).map(unixSeconds);
  }

  test.each([60, 61, 599, 600, 3_600])(
    'are few every %i s, and have no gap where there was none',
    (seconds) => {
      const written = journalRounds(every(seconds, 360_000));
      expect(written.length).toBeLessThan(700);
      const gap = gapOf(written, 360_000);
      expect(gap).toBeLessThanOrEqual(Math.max(600, 2 * seconds));
    },
  );

  test('show every gap of more than ten minutes', () => {
    const written = journalRounds([...every(60, 5_000), ...every(60, 9_000, 5_700)]);
    expect(gapOf(written, 9_000)).toBeGreaterThan(600);
  });

  test('have every one that prevents a pause from being a gap', () => {
    const paused = [...every(60, 5_001), ...every(60, 9_000, 5_520)];
    const gap = gapOf(journalRounds(paused), 9_000);
    expect(gap).toBeLessThanOrEqual(600);
  });

  test('begin where the market begins', () => {
    expect(gapOf(journalRounds([700, 760]), 800)).toBe(700);
  });
});

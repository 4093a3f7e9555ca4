// Which times of rounds that agreed are stored, to prove later that there was no long gap between
// them. As few as that takes: one about every ten minutes, and the newest.

import { GAP_SECONDS_MAX } from '@tote/conditions/evaluation/evaluate-samples';
import type { UnixSeconds } from '@tote/domain';

/** How often the newest time is stored. A crash loses at most this much. */
const WRITTEN_EVERY_SECONDS = 60;

export interface RoundTimes {
  /** The last stored time that stays; at first the market's creation. */
  readonly kept: UnixSeconds;
  /** The newest stored time. It is removed when a later one makes it redundant. */
  readonly written?: UnixSeconds;
  /** A later time that is not stored yet. */
  readonly seen?: UnixSeconds;
}

interface RoundTimesChange {
  readonly times: RoundTimes;
  readonly added: readonly UnixSeconds[];
  readonly removed: readonly UnixSeconds[];
}

/** From the times in the journal, newest first. */
export function resumeRoundTimes(createdAt: UnixSeconds, last: readonly UnixSeconds[]): RoundTimes {
  const [written, kept = createdAt] = last;
  return { kept, ...(written !== undefined && { written }) };
}

export function addRoundTime(times: RoundTimes, at: UnixSeconds): RoundTimesChange {
  const { written, seen } = times;
  if (written !== undefined && at <= written) return { times, added: [], removed: [] };
  if (written !== undefined && at - written < WRITTEN_EVERY_SECONDS) {
    return { times: { ...times, seen: at }, added: [], removed: [] };
  }
  // After a gap the last time before it must be stored too.
  const isGap = written !== undefined && at - written > GAP_SECONDS_MAX;
  if (!isGap || seen === undefined) return write(times, at);
  const first = write(times, seen);
  const second = write(first.times, at);
  const removed = second.removed.filter((moment) => !first.added.includes(moment));
  const added = first.added.filter((moment) => !second.removed.includes(moment));
  return {
    times: second.times,
    added: [...added, ...second.added],
    removed: [...first.removed, ...removed],
  };
}

function write({ kept, written }: RoundTimes, at: UnixSeconds): RoundTimesChange {
  if (written === undefined) return { times: { kept, written: at }, added: [at], removed: [] };
  const isEnough = at - kept <= GAP_SECONDS_MAX;
  return isEnough
    ? { times: { kept, written: at }, added: [at], removed: [written] }
    : { times: { kept: written, written: at }, added: [at], removed: [] };
}

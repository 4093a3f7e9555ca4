// Which moments of good samples are written down, so that afterwards anyone can see that nobody
// looked away for long. As few as say that: one about every ten minutes, and the newest.

import { GAP_SECONDS_MAX } from '@tote/conditions/evaluation/evaluate-samples';
import type { UnixSeconds } from '@tote/domain';

/** The newest one is written down this often; after a crash no more than this is forgotten. */
const WRITTEN_EVERY_SECONDS = 60;

export interface Marks {
  /** The last one that stays: the market's beginning, at first. */
  readonly kept: UnixSeconds;
  /** The newest one that is written down. It goes when a later one says as much. */
  readonly written?: UnixSeconds;
  /** A later one that is not written down yet. */
  readonly seen?: UnixSeconds;
}

export interface MarkedMoments {
  readonly marks: Marks;
  readonly added: readonly UnixSeconds[];
  readonly removed: readonly UnixSeconds[];
}

/** As they were left, with the newest first. */
export function resumeMarks(createdAt: UnixSeconds, last: readonly UnixSeconds[]): Marks {
  const [written, kept = createdAt] = last;
  return { kept, ...(written !== undefined && { written }) };
}

export function addMoment(marks: Marks, at: UnixSeconds): MarkedMoments {
  const { written, seen } = marks;
  if (written !== undefined && at <= written) return { marks, added: [], removed: [] };
  if (written !== undefined && at - written < WRITTEN_EVERY_SECONDS) {
    return { marks: { ...marks, seen: at }, added: [], removed: [] };
  }
  // Nobody looked for a while: what was seen last before that counts.
  const isGap = written !== undefined && at - written > GAP_SECONDS_MAX;
  if (!isGap || seen === undefined) return write(marks, at);
  const first = write(marks, seen);
  const second = write(first.marks, at);
  const removed = second.removed.filter((moment) => !first.added.includes(moment));
  const added = first.added.filter((moment) => !second.removed.includes(moment));
  return {
    marks: second.marks,
    added: [...added, ...second.added],
    removed: [...first.removed, ...removed],
  };
}

function write({ kept, written }: Marks, at: UnixSeconds): MarkedMoments {
  if (written === undefined) return { marks: { kept, written: at }, added: [at], removed: [] };
  const isEnough = at - kept <= GAP_SECONDS_MAX;
  return isEnough
    ? { marks: { kept, written: at }, added: [at], removed: [written] }
    : { marks: { kept: written, written: at }, added: [at], removed: [] };
}

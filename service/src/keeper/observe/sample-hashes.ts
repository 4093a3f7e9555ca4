// Which samples of a market are stored as hashes, to say later how often the oracle looked and that
// there was no long gap. Samples are taken every few seconds; as many are stored as a reader needs.
import { LOOKS_EVERY_SECONDS } from '@tote/conditions/kinds/shared/describe-rule';
import { packSampleHashes, type SampleHash } from '@tote/conditions/sample-hashes';
import type { UnixSeconds } from '@tote/domain';

/** A market of a day or less has a hash every ten seconds, a longer one about this many. */
const HASHES_WANTED = 10_000;
const EVERY_SECONDS_MAX = 60;
/** How often they are written. A crash loses at most this much. */
const WRITTEN_EVERY_SECONDS = 60;
/** A row of this many is complete. Each write repeats the row, so rows are short. */
const ROW_HASHES_MAX = 60;

export interface HashLog {
  readonly everySeconds: number;
  readonly expiresAt: UnixSeconds;
  /** The newest one that was stored or will be. */
  readonly keptAt?: UnixSeconds;
  /** A later one that is needed only if a gap follows. */
  readonly seen?: SampleHash;
  /** What is in the row that is being written, or will be. Every process begins its own rows. */
  readonly row: readonly SampleHash[];
  readonly writtenAt?: UnixSeconds;
}

interface HashLogChange {
  readonly log: HashLog;
  /** Rows to be written. */
  readonly rows: readonly { readonly startedAt: UnixSeconds; readonly hashes: Uint8Array }[];
}

export function startHashLog(createdAt: UnixSeconds, expiresAt: UnixSeconds): HashLog {
  const wanted = Math.ceil((expiresAt - createdAt) / HASHES_WANTED);
  const everySeconds = Math.min(EVERY_SECONDS_MAX, Math.max(LOOKS_EVERY_SECONDS, wanted));
  return { everySeconds, expiresAt, row: [] };
}

export function addSampleHash(log: HashLog, sample: SampleHash): HashLogChange {
  const { everySeconds, keptAt = -Infinity, seen } = log;
  const passed = sample.at - keptAt;
  if (passed <= 0) return { log, rows: [] };
  if (passed < everySeconds) return { log: { ...log, seen: sample }, rows: [] };
  // The last sample before a gap shows how short the gap was.
  const isGap = seen !== undefined && passed >= 2 * everySeconds;
  return write({
    ...log,
    row: [...log.row, ...(isGap ? [seen] : []), sample],
    keptAt: sample.at,
    seen: undefined,
  });
}

function write(log: HashLog): HashLogChange {
  const { row, keptAt = 0, writtenAt = -Infinity, expiresAt } = log;
  const isFull = row.length >= ROW_HASHES_MAX;
  const isLast = keptAt >= expiresAt - WRITTEN_EVERY_SECONDS;
  const isDue = isFull || isLast || keptAt - writtenAt >= WRITTEN_EVERY_SECONDS;
  const [first] = row;
  if (!isDue || !first) return { log, rows: [] };
  const written = { startedAt: first.at, hashes: packSampleHashes(row) };
  return { log: { ...log, row: isFull ? [] : row, writtenAt: log.keptAt }, rows: [written] };
}

import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  /** Pause between two reads. Default: none. */
  readonly everyMs?: number;
  /** Maximum number of reads. */
  readonly reads: number;
  /** Aborts a pause, which then throws. */
  readonly signal?: AbortSignal;
}

/** Reads until the value is final or the reads are used up. Returns the last value. */
export async function pollUntil<T>(
  read: (before: number) => Promise<T>,
  isFinal: (value: T) => boolean,
  { everyMs = 0, reads, signal }: PollOptions,
): Promise<T> {
  for (let before = 0; ; before += 1) {
    const value = await read(before);
    if (isFinal(value) || before + 1 >= reads) return value;
    if (everyMs > 0) await sleep(everyMs, undefined, { signal });
  }
}

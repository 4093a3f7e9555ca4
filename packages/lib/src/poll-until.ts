import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  /** Between two reads. Left out: none. */
  readonly everyMs?: number;
  /** How often it is read at most. */
  readonly reads: number;
  /** Ends a pause by throwing. */
  readonly signal?: AbortSignal;
}

/** Reads again until the value is final, or for the last time: then that value. */
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

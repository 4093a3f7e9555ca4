import { setTimeout as sleep } from 'node:timers/promises';

interface PollOptions {
  /** Pause between two reads. Default: none. */
  readonly everyMs?: number;
  /** Maximum number of reads. Default: as many as fit into `withinMs`. */
  readonly reads?: number;
  readonly withinMs?: number;
  /** Aborts a pause, which then throws. */
  readonly signal?: AbortSignal;
}

/** Reads until the value is final or the reads are used up. Returns the last value. */
export async function pollUntil<T>(
  read: (before: number) => Promise<T>,
  isFinal: (value: T) => boolean,
  { everyMs = 0, withinMs = Infinity, signal, ...options }: PollOptions,
): Promise<T> {
  const reads = options.reads ?? Math.ceil(withinMs / everyMs) + 1;
  for (let before = 0; ; before += 1) {
    const value = await read(before);
    if (isFinal(value) || before + 1 >= reads) return value;
    if (everyMs > 0) await sleep(everyMs, undefined, { signal });
  }
}

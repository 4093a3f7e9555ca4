import { setTimeout as sleep } from 'node:timers/promises';

interface PollOptions {
  /** Between two reads. Left out: none. */
  readonly everyMs?: number;
  /** How often it is read at most. Left out: as often as `withinMs` says. */
  readonly reads?: number;
  /** How long all pauses may be together. */
  readonly withinMs?: number;
  /** Ends a pause by throwing. */
  readonly signal?: AbortSignal;
}

/** Reads again until the value is final, or for the last time: then that value. */
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

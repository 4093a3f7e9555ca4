import { setTimeout as sleep } from 'node:timers/promises';

interface PollOptions {
  readonly everyMs?: number;
  readonly reads?: number;
  readonly withinMs?: number;
  readonly signal?: AbortSignal;
}

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

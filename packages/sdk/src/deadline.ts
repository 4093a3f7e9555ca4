import { ToteError } from './errors.ts';

/** Ends with the caller's signal or after a time, whichever comes first, and says which. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds that are left. */
  left(): number;
  /** The error of the end; undefined while there is time. */
  error(): ToteError | undefined;
  /** The result of something that does not know the signal. Throws at the end. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Throws at the end. */
  pause(ms: number): Promise<void>;
  close(): void;
}

export function createDeadline(timeoutMs: number, given: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const end = performance.now() + timeoutMs;
  const stop = () => controller.abort();
  // Beyond 2^31 - 1 a timer fires at once.
  const timer = Number.isFinite(timeoutMs) ? setTimeout(stop, Math.min(timeoutMs, 2 ** 31 - 1)) : 0;
  given?.addEventListener('abort', stop);
  if (given?.aborted) stop();
  const error = () => {
    if (!controller.signal.aborted) return undefined;
    if (!given?.aborted) {
      return new ToteError('timed_out', `There was no whole answer within ${timeoutMs} ms.`);
    }
    return new ToteError('aborted', 'The call was aborted by its signal.', { cause: given.reason });
  };
  const { signal } = controller;
  const within = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const fail = () => reject(error());
      if (signal.aborted) fail();
      signal.addEventListener('abort', fail);
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', fail));
    });
  return {
    signal,
    left: () => end - performance.now(),
    error,
    within,
    async pause(ms) {
      let wait: ReturnType<typeof setTimeout> | undefined;
      const passed = new Promise<void>((resolve) => {
        wait = setTimeout(resolve, ms);
      });
      await within(passed).finally(() => clearTimeout(wait));
    },
    close() {
      clearTimeout(timer);
      given?.removeEventListener('abort', stop);
    },
  };
}

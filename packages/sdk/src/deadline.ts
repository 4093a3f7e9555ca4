import { ToteError, type ToteErrorCode } from './errors.ts';

/** Ends with the caller's signal or after a time, whichever comes first, and says which. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds that are left. */
  left(): number;
  /** Why it ended; undefined while there is time. */
  error(): ToteError | undefined;
  /** Restarts the timer. */
  restart(): void;
  /** Awaits a promise that does not know the signal. Throws at the deadline. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Throws at the deadline. */
  pause(ms: number): Promise<void>;
  /** Also aborts everything that still listens to the signal. */
  close(): void;
}

/** Longer timers would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function createDeadline(timeoutMs: number, given?: AbortSignal): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = 0;
  let error: ToteError | undefined;
  const stop = (code: ToteErrorCode, message: string) => {
    error ??= new ToteError(code, message, { cause: given?.reason });
    controller.abort();
  };
  const abort = () => stop('aborted', 'The call was aborted.');
  const restart = () => {
    clearTimeout(timer);
    end = performance.now() + timeoutMs;
    const expire = () => stop('timed_out', `There was no answer for ${timeoutMs} ms.`);
    if (timeoutMs <= TIMER_MS_MAX) timer = setTimeout(expire, timeoutMs);
  };
  const within = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const fail = () => reject(error);
      if (error) fail();
      signal.addEventListener('abort', fail);
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', fail));
    });
  restart();
  given?.addEventListener('abort', abort);
  if (given?.aborted) abort();
  return {
    ...{ signal, restart, within, error: () => error },
    left: () => end - performance.now(),
    async pause(ms) {
      let wait: ReturnType<typeof setTimeout> | undefined;
      const passed = new Promise<void>((resolve) => {
        wait = setTimeout(resolve, ms);
      });
      await within(passed).finally(() => clearTimeout(wait));
    },
    close() {
      clearTimeout(timer);
      given?.removeEventListener('abort', abort);
      controller.abort();
    },
  };
}

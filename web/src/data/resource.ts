// Something that was read from the service, and stays visible when reading it again fails.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { ToteError } from '@tote/sdk';
import { useCallback, useEffect, useRef } from 'preact/hooks';

export interface Resource<T> {
  /** The last one that was read. */
  readonly value: ReadonlySignal<T | undefined>;
  /** Why the last try failed. */
  readonly error: ReadonlySignal<ToteError | undefined>;
  reload(): void;
  /** For what an event said. What is read may know it already. */
  update(change: (value: T) => T): void;
}

/** Reads it when the inputs change, which forgets what was there. */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
): Resource<T> {
  const value = useSignal<T | undefined>(undefined);
  const error = useSignal<ToteError | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  const newest = useRef(load);
  newest.current = load;
  /** Events while it is read: the answer may be older than they are. */
  const meanwhile = useRef<((value: T) => T)[]>([]);

  /** Asked for again during the first read: its answer is shown at once, and read once more. */
  const isOld = useRef(false);

  const read = useCallback(() => {
    const controller = new AbortController();
    running.current = controller;
    isOld.current = false;
    meanwhile.current = [];
    const end = (take: () => void) => {
      if (controller.signal.aborted) return;
      running.current = undefined;
      take();
      if (isOld.current) read();
    };
    newest.current(controller.signal).then(
      (answer) =>
        end(() => {
          value.value = meanwhile.current.reduce((known, change) => change(known), answer);
          error.value = undefined;
        }),
      (failure) =>
        end(() => {
          if (!(failure instanceof ToteError)) throw failure;
          error.value = failure;
        }),
    );
  }, [value, error]);

  const reload = useCallback(() => {
    isOld.current = running.current !== undefined && value.peek() === undefined;
    if (isOld.current) return;
    running.current?.abort();
    read();
  }, [read, value]);

  useEffect(() => {
    value.value = undefined;
    error.value = undefined;
    read();
    return () => running.current?.abort();
    // The caller says what it depends on.
  }, inputs);

  const update = useCallback(
    (change: (value: T) => T) => {
      if (running.current) meanwhile.current.push(change);
      if (value.value !== undefined) value.value = change(value.value);
    },
    [value],
  );
  return { value, error, reload, update };
}

// Data read from the service, which stays visible when a reload fails.
import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { ToteError } from '@tote/sdk';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { checkService, isAway, isSilence } from './clock.ts';
import { untilLive } from './feed.ts';

export interface Resource<T> {
  readonly value: ReadonlySignal<T | undefined>;
  readonly error: ReadonlySignal<ToteError | undefined>;
  reload(): void;
  /** Applies an event. A value read later may already include it. */
  update(change: (value: T) => T): void;
}

/** Reads the value again when the inputs change, and drops the previous one. */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
): Resource<T> {
  const value = useSignal<T | undefined>(undefined);
  const error = useSignal<ToteError | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  const newest = useRef(load);
  newest.current = load;
  /** Events that came during a read, whose answer may be older than them. */
  const meanwhile = useRef<((value: T) => T)[]>([]);

  /** A reload was requested during the first read: show its answer, then read once more. */
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
    const answered = untilLive().then(() => newest.current(controller.signal));
    answered.then(
      (answer) =>
        end(() => {
          value.value = meanwhile.current.reduce((known, change) => change(known), answer);
          error.value = undefined;
        }),
      (failure) =>
        end(() => {
          if (!(failure instanceof ToteError)) throw failure;
          error.value = failure;
          if (isSilence(failure)) checkService();
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
  }, inputs);

  useSignalEffect(() => {
    // What could not be read is read again once the service is back.
    if (!isAway.value && error.peek()) reload();
  });

  const update = useCallback(
    (change: (value: T) => T) => {
      if (running.current) meanwhile.current.push(change);
      if (value.value !== undefined) value.value = change(value.value);
    },
    [value],
  );
  return { value, error, reload, update };
}

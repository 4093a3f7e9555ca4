// A list that is read page by page. A reload reads as many pages as are shown.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { ToteError } from '@tote/sdk';
import { useCallback, useRef } from 'preact/hooks';
import { type Resource, useResource } from './resource.ts';

interface Page {
  readonly nextCursor?: string;
}

export interface Pages<P extends Page> extends Resource<P> {
  more(): void;
  readonly isLoading: ReadonlySignal<boolean>;
  readonly moreError: ReadonlySignal<ToteError | undefined>;
}

type ReadPage<P> = (cursor: string | undefined, signal: AbortSignal) => Promise<P>;

export function usePages<P extends Page>(
  read: ReadPage<P>,
  append: (shown: P, next: P) => P,
  inputs: readonly unknown[],
): Pages<P> {
  const isLoading = useSignal(false);
  const moreError = useSignal<ToteError | undefined>(undefined);
  const count = useRef(1);
  const running = useRef<AbortSignal | undefined>(undefined);
  const last = useRef(inputs);
  if (inputs.some((input, index) => input !== last.current[index])) {
    last.current = inputs;
    count.current = 1;
  }

  const resource = useResource(async (signal) => {
    running.current = signal;
    isLoading.value = false;
    moreError.value = undefined;
    let page = await read(undefined, signal);
    for (let index = 1; index < count.current && page.nextCursor; index += 1) {
      page = append(page, await read(page.nextCursor, signal));
    }
    return page;
  }, inputs);

  const { value, update } = resource;
  const newest = useRef({ read, append });
  newest.current = { read, append };
  const more = useCallback(async () => {
    const { nextCursor } = value.value ?? {};
    const { current: signal } = running;
    if (!nextCursor || !signal || isLoading.value) return;
    isLoading.value = true;
    moreError.value = undefined;
    try {
      const next = await newest.current.read(nextCursor, signal);
      if (signal.aborted || value.value?.nextCursor !== nextCursor) return;
      count.current += 1;
      update((shown) => newest.current.append(shown, next));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ToteError)) throw error;
      moreError.value = error;
    } finally {
      if (!signal.aborted) isLoading.value = false;
    }
  }, [value, update, isLoading, moreError]);
  return { ...resource, more, isLoading, moreError };
}

export function joinLists<T>(
  shown: readonly T[],
  next: readonly T[] & Page,
  keyOf: (item: T) => string,
): readonly T[] & Page {
  const known = new Set(shown.map(keyOf));
  const items = [...shown, ...next.filter((item) => !known.has(keyOf(item)))];
  return Object.assign(items, { nextCursor: next.nextCursor });
}

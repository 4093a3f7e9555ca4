import { useCallback, useEffect, useRef } from 'preact/hooks';

/** Runs once for all calls within a short time, so that many events update a screen once. */
export function useSoon(call: () => void, ms: number): () => void {
  const newest = useRef(call);
  newest.current = call;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      newest.current();
    }, ms);
  }, [ms]);
}

/** Runs at once, and then at most once in each pause. The last call is never lost. */
export function throttle(run: () => void, pauseMs: number): { call(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  function call(): void {
    if (timer !== undefined) {
      isWanted = true;
      return;
    }
    timer = setTimeout(() => {
      timer = undefined;
      if (!isWanted) return;
      isWanted = false;
      call();
    }, pauseMs);
    run();
  }
  return { call, cancel: () => clearTimeout(timer) };
}

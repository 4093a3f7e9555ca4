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

import { useCallback, useEffect, useRef } from 'preact/hooks';

/** Does it once after the pause, however often it is asked for meanwhile. */
export function useSoon(pauseMs: number, work: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const newest = useRef(work);
  newest.current = work;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      newest.current();
    }, pauseMs);
  }, [pauseMs]);
}

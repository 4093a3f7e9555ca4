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

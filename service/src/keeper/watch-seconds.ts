import type { ChainClock } from '@tote/chain/chain';

/** Shorter than a slot. */
const POLL_MS = 25;

/** Calls `onSecond` at every new second of the chain's clock: markets expire at whole seconds. */
export function watchSeconds(
  clock: Pick<ChainClock, 'shown'>,
  signal: AbortSignal,
  onSecond: () => void,
): void {
  let seen = clock.shown();
  const timer = setInterval(() => {
    const now = clock.shown();
    if (now === seen) return;
    seen = now;
    onSecond();
  }, POLL_MS);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

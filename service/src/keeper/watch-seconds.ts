import type { ChainClock } from '@tote/chain/chain';

/** Finer than the chain's slots. */
const POLL_MS = 25;

/** Markets expire at whole seconds: tells of each one that the chain's clock has come to. */
export function watchSeconds(
  clock: Pick<ChainClock, 'now'>,
  signal: AbortSignal,
  onSecond: () => void,
): void {
  let seen = clock.now();
  const timer = setInterval(() => {
    const now = clock.now();
    if (now === seen) return;
    seen = now;
    onSecond();
  }, POLL_MS);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

// The time that markets go by is the chain's, not the visitor's.
import { signal } from '@preact/signals';
import { config, tote } from './tote.ts';

const ASK_MS = 30_000;
/** After a failure. */
const AGAIN_MS = 3_000;

/** The chain's time minus `performance.now()`; the visitor's own clock until it is known. */
let offsetMs = performance.timeOrigin;

const read = () => performance.now() + offsetMs;

/** In milliseconds. Changes each second. */
export const now = signal(read());

/** Called with each time that the service says. */
export function setChainTime(instant: string): void {
  offsetMs = Date.parse(instant) - performance.now();
  now.value = read();
}

/** Asks the service who it is and what time it is, now and from time to time. */
export async function askService(): Promise<void> {
  const answer = await tote.value.getConfig();
  config.value = answer;
  setChainTime(answer.now);
}

export function startClock(): void {
  let again: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    clearTimeout(again);
    if (document.hidden) return;
    // A failure is shown by what the page reads.
    askService().catch(() => {
      again = setTimeout(ask, AGAIN_MS);
    });
  };
  ask();
  setInterval(ask, ASK_MS);
  document.addEventListener('visibilitychange', ask);
  setInterval(() => {
    now.value = read();
  }, 1_000);
}

// Markets follow the chain's clock, not the visitor's.
import { signal } from '@preact/signals';
import { ToteError } from '@tote/sdk';
import { config, tote } from './tote.ts';

const ASK_MS = 30_000;
const ASK_AGAIN_MS = 5_000;

/** The chain's time minus `performance.now()`; the visitor's own clock until it is known. */
let offsetMs = performance.timeOrigin;

const read = () => performance.now() + offsetMs;

export const isAway = signal(false);

/** The chain's time in milliseconds, updated each second. */
export const now = signal(read());

export function setChainTime(instant: string): void {
  offsetMs = Date.parse(instant) - performance.now();
  isAway.value = false;
  now.value = read();
}

/** Asks the service for its configuration and time, now and at intervals. */
export async function askService(): Promise<void> {
  const answer = await tote.value.getConfig();
  config.value = answer;
  setChainTime(answer.now);
}

/** No connection, no answer in time, or a proxy's error page. */
const SILENCE: readonly string[] = ['network_failed', 'timed_out', 'answer_not_json'];

export const isSilence = (error: unknown): boolean =>
  error instanceof ToteError && SILENCE.includes(error.code);

let asking: Promise<void> | undefined;

/** Finds out whether the service is down. Other failures are shown where data is read. */
export function checkService(): Promise<void> {
  asking ??= askService()
    .catch((error) => {
      isAway.value = isSilence(error);
    })
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

const RETRY = 'tote-retry';

export const retryNow = (): boolean => dispatchEvent(new Event(RETRY));

/** Calls when the tab is shown or hidden, the network is back, or the visitor wants to retry. */
export function onWake(call: (event: Event) => void): () => void {
  const signals = [
    [document, 'visibilitychange'],
    [window, 'online'],
    [window, RETRY],
  ] as const;
  for (const [target, name] of signals) target.addEventListener(name, call);
  return () => {
    for (const [target, name] of signals) target.removeEventListener(name, call);
  };
}

export function startClock(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    clearTimeout(timer);
    if (!document.hidden) await checkService();
    clearTimeout(timer);
    timer = setTimeout(ask, isAway.peek() ? ASK_AGAIN_MS : ASK_MS);
  };
  ask();
  onWake(ask);
  setInterval(() => {
    now.value = read();
  }, 1_000);
}

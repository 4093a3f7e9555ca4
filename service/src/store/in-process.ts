// Notifications and leadership within one process: what SQLite has instead of a server.
import { sleepUnlessAborted } from '@tote/lib/sleep-unless-aborted';
import type { Channel } from './store.ts';

export type Listener = (payload: string) => void;

export class Listeners {
  readonly #listeners = new Map<Channel, Set<Listener>>();

  add(channel: Channel, listener: Listener): () => void {
    const set = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, set.add(listener));
    return () => set.delete(listener);
  }

  call(channel: Channel, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
  }

  /** An empty payload says: you may have missed something. */
  callAll(): void {
    for (const channel of this.#listeners.keys()) this.call(channel, '');
  }
}

/** How long a leader that failed, or one that waits for its turn, takes until it tries again. */
export const LEAD_RETRY_MS = 500;

/** A try at leading: returns when it is over, for whatever reason. */
export type LeadOnce = (stop: AbortSignal) => Promise<void>;

/** Tries again and again until the function that it returns is called. */
export function leadUntilStopped(leadOnce: LeadOnce, warn: Warn): () => Promise<void> {
  const stop = new AbortController();
  const loop = async () => {
    while (!stop.signal.aborted) {
      await leadOnce(stop.signal).catch((error) => warn('leading failed', error));
      await sleepUnlessAborted(LEAD_RETRY_MS, stop.signal);
    }
  };
  const ended = loop();
  return async () => {
    stop.abort();
    await ended;
  };
}

/** Where failures go that nobody waits for. */
export type Warn = (message: string, error: unknown) => void;

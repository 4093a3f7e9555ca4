// Listeners and leadership within one process. PostgreSQL adds other replicas to them.
import { Serial } from '@tote/chain/lib/serial';
import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import type { Channel, Share, Store } from './store.ts';

type Listener = (payload: string) => void;

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

  callAll(): void {
    for (const channel of this.#listeners.keys()) this.call(channel, '');
  }
}

const LEAD_RETRY_MS = 500;

export type LeadOnce = (stop: AbortSignal) => Promise<void>;

export function createLeaders(warn: Warn) {
  const stops = new Set<() => Promise<void>>();
  return {
    add(leadOnce: LeadOnce): () => Promise<void> {
      const stop = leadUntilStopped(leadOnce, warn);
      stops.add(stop);
      return () => {
        stops.delete(stop);
        return stop();
      };
    },
    async stop(): Promise<void> {
      await Promise.all([...stops].map((stop) => stop()));
    },
  };
}

function leadUntilStopped(leadOnce: LeadOnce, warn: Warn): () => Promise<void> {
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

/** The only replica has every part, from the beginning. */
export function shareAlone(): Share {
  const stop = new AbortController();
  const { signal } = stop;
  return {
    get held() {
      return signal.aborted ? 0 : 1;
    },
    holds: () => !signal.aborted,
    run: (_key, work) => work(signal),
    onChange: () => () => {},
    stop: async () => stop.abort(),
  };
}

export type Warn = (message: string, error: unknown) => void;

// A few rows that are kept in memory, and that other replicas change.

/** A replica may end after its commit and before its notification. */
const CHECK_MS = 10_000;

/** Reads them now, and again when the channel says so, until the returned function is called. */
export async function followRows(
  store: Pick<Store, 'engine' | 'onNotify'>,
  channel: Channel,
  read: () => Promise<void>,
): Promise<() => void> {
  // One after the other, so that the last result is the newest one.
  const serial = new Serial();
  const readAgain = () => void serial.run(read).catch(() => undefined);
  const stop = store.onNotify(channel, readAgain);
  const timer = store.engine === 'postgres' ? setInterval(readAgain, CHECK_MS).unref() : undefined;
  await serial.run(read);
  return () => {
    clearInterval(timer);
    stop();
  };
}

export function runAsLeader<T>(
  store: Pick<Store, 'lead'>,
  role: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isDone = false;
    const stop = store.lead(role, async (signal) => {
      if (isDone) return;
      isDone = true;
      await work(signal).then(resolve, reject);
      // Not awaited: it waits for this function.
      void stop();
    });
  });
}

// Posts messages from a thread of its own: in the main thread a request would delay bets.
import type { Worker } from 'node:worker_threads';
import { startWorker } from '@tote/chain/lib/start-worker';
import { type Message, MessagePoster, type Posted } from './message-poster.ts';

export interface Poster extends Pick<MessagePoster, 'check' | 'postAll'> {
  close(): Promise<void>;
}

export interface PosterRequest {
  readonly id: number;
  readonly messages?: readonly Message[];
}

export interface PosterReply {
  readonly id: number;
  readonly posted: readonly Posted[];
}

type Pending = (posted: readonly Posted[]) => void;

const MODULE = new URL('./poster-thread.ts', import.meta.url);
const ENDED = 'it could not be sent: the thread that sends has ended';

export function createThreadedPoster(networks: readonly string[]): Poster {
  const checker = new MessagePoster({ networks });
  const pending = new Map<number, Pending>();
  /** Sent together: passing one to a thread costs as much as passing ten. */
  let unsent: PosterRequest[] = [];
  let worker: Worker | undefined;
  let lastId = 0;

  function send(request: PosterRequest): void {
    if (unsent.push(request) > 1) return;
    setImmediate(() => {
      worker ??= start();
      worker.postMessage(unsent);
      unsent = [];
    });
  }

  /** When there is something to post: most services have no webhooks. */
  function start(): Worker {
    const started = startWorker(MODULE, { networks });
    started.on('message', (replies: readonly PosterReply[]) => {
      for (const { id, posted } of replies) {
        pending.get(id)?.(posted);
        pending.delete(id);
      }
    });
    const end = () => {
      if (worker === started) worker = undefined;
      const ended = { afterMs: 0, tookMs: 0, status: null, failure: ENDED };
      for (const resolve of pending.values()) resolve([ended]);
      pending.clear();
    };
    started.on('error', end);
    started.on('exit', end);
    return started;
  }

  return {
    check: (url) => checker.check(url),
    async postAll(messages, signal) {
      if (signal.aborted) return [];
      lastId += 1;
      const id = lastId;
      const stop = () => send({ id });
      signal.addEventListener('abort', stop, { once: true });
      const posted = await new Promise<readonly Posted[]>((resolve) => {
        pending.set(id, resolve);
        send({ id, messages });
      });
      signal.removeEventListener('abort', stop);
      return posted;
    },
    async close() {
      checker.close();
      await worker?.terminate();
    },
  };
}

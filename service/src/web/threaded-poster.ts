// Posts messages from a thread of its own: in the main thread a request would delay bets.
import type { Worker } from 'node:worker_threads';
import { startWorker } from '@tote/lib/start-worker';
import { FetchFailure } from './checked-address.ts';
import { type Message, MessagePoster } from './message-poster.ts';

export interface Poster extends Pick<MessagePoster, 'check' | 'post'> {
  close(): Promise<void>;
}

/** Without a message: the one with this id is stopped. */
export interface PosterRequest {
  readonly id: number;
  readonly message?: Message;
}

export interface PosterReply {
  readonly id: number;
  readonly status?: number;
  readonly failure?: string;
}

interface Pending {
  resolve(status: number): void;
  reject(reason: unknown): void;
}

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
      for (const { id, status, failure } of replies) {
        const { resolve, reject } = pending.get(id) ?? {};
        pending.delete(id);
        if (status !== undefined) resolve?.(status);
        else reject?.(new FetchFailure(failure));
      }
    });
    // The next message starts another one.
    const end = () => {
      if (worker === started) worker = undefined;
      for (const { reject } of pending.values()) reject(new FetchFailure(ENDED));
      pending.clear();
    };
    started.on('error', end);
    started.on('exit', end);
    return started;
  }

  return {
    check: (url) => checker.check(url),
    post(message, signal) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        if (signal.aborted) throw signal.reason;
        const stop = () => {
          pending.delete(id);
          send({ id });
          reject(signal.reason);
        };
        signal.addEventListener('abort', stop, { once: true });
        const end = () => signal.removeEventListener('abort', stop);
        pending.set(id, {
          resolve(status) {
            end();
            resolve(status);
          },
          reject(reason) {
            end();
            reject(reason);
          },
        });
        send({ id, message });
      });
    },
    async close() {
      checker.close();
      await worker?.terminate();
    },
  };
}

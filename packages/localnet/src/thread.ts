import { type MessagePort, parentPort } from 'node:worker_threads';
import { startWorker } from '@tote/chain/lib/start-worker';

export interface Thread {
  /**
   * Copies the message, with the whole buffer of each view. Buffers in `moved` are not copied, and
   * are gone here. For a few kB that costs more than a copy.
   */
  send(message: unknown, moved?: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: unknown) => void): void;
  onEnd(listener: (error: Error) => void): void;
  end(): Promise<void>;
}

/** Starts a module in a thread and waits for its first message, which signals that it is ready. */
export async function startThread(module: URL, data: object): Promise<Thread> {
  const worker = startWorker(module, data);
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => {
      worker.off('error', reject);
      resolve();
    });
    worker.once('error', reject);
  });
  let isEnding = false;
  return {
    send: (message, moved = []) => worker.postMessage(message, moved),
    onMessage: (listener) => worker.on('message', listener),
    onEnd: (listener) => {
      worker.on('error', listener);
      worker.on('exit', () => isEnding || listener(new Error('the thread has ended')));
    },
    end: async () => {
      isEnding = true;
      await worker.terminate();
    },
  };
}

export function port(): MessagePort {
  if (!parentPort) throw new Error('this module runs in a thread');
  return parentPort;
}

// Sends the messages of one event-loop turn to another thread together: a thread hop costs more
// than the messages in it.
export class MessageBatcher<Message> {
  readonly #post: (messages: Message[]) => void;
  readonly #unsendable: (message: Message, error: Error) => void;
  #messages: Message[] = [];

  constructor(
    post: (messages: Message[]) => void,
    unsendable: (message: Message, error: Error) => void,
  ) {
    this.#post = post;
    this.#unsendable = unsendable;
  }

  push(message: Message): void {
    if (this.#messages.push(message) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const messages = this.#messages;
    this.#messages = [];
    try {
      this.#post(messages);
    } catch {
      // One of them cannot be cloned. The others are still sent.
      for (const message of messages) this.#postAlone(message);
    }
  }

  #postAlone(message: Message): void {
    try {
      this.#post([message]);
    } catch (error) {
      this.#unsendable(message, error as Error);
    }
  }
}

// The thread that posts messages. It replies to every request that is not stopped, in any order.
import { parentPort, workerData } from 'node:worker_threads';
import { MessagePoster } from './message-poster.ts';
import type { PosterReply, PosterRequest } from './threaded-poster.ts';

const port = parentPort;
if (!port) throw new Error('this module runs in a thread');

const { networks } = workerData as { networks: readonly string[] };
const poster = new MessagePoster({ networks });
const running = new Map<number, AbortController>();
let unsent: PosterReply[] = [];

function reply(one: PosterReply): void {
  if (unsent.push(one) > 1) return;
  setImmediate(() => {
    port?.postMessage(unsent);
    unsent = [];
  });
}

async function perform({ id, message }: PosterRequest): Promise<void> {
  if (!message) {
    running.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  running.set(id, controller);
  try {
    reply({ id, status: await poster.post(message, controller.signal) });
  } catch (error) {
    // What was stopped nobody waits for.
    if (!controller.signal.aborted) reply({ id, failure: (error as Error).message });
  } finally {
    running.delete(id);
  }
}

port.on('message', (requests: readonly PosterRequest[]) => {
  for (const request of requests) void perform(request);
});

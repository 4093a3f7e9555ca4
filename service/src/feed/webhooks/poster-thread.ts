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

async function perform({ id, messages }: PosterRequest): Promise<void> {
  if (!messages) {
    running.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  running.set(id, controller);
  reply({ id, posted: await poster.postAll(messages, controller.signal) });
  running.delete(id);
}

port.on('message', (requests: readonly PosterRequest[]) => {
  for (const request of requests) void perform(request);
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Deliver, FeedEvent, FeedFilter } from '../../feed/feed-event.ts';
import type { FeedHub } from '../../feed/feed-hub.ts';
import type { HttpLimits } from '../http-limits.ts';
import { RESPONSE_HEADERS } from '../response-headers.ts';
import { type HeartbeatContext, renderEnvelope, renderHeartbeat } from './envelope.ts';
import type { OpenStream } from './streams.ts';

export interface StreamContext extends HeartbeatContext {
  readonly feed: FeedHub;
  readonly limits: HttpLimits;
}

export const STREAM_HEADERS = {
  ...RESPONSE_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // The connection ends with the stream.
  connection: 'close',
  // A proxy that buffers responses would delay events.
  'x-accel-buffering': 'no',
};
const CLOSE_MS_MAX = 1_000;
const TOO_SLOW = 'too slow; resume with Last-Event-ID';

export async function streamEvents(
  response: ServerResponse,
  context: StreamContext & { readonly stream: OpenStream },
  filter: FeedFilter,
  lastEventId: bigint | undefined,
): Promise<void> {
  const { feed, limits, wallMs, stream } = context;
  const { after, reset } = await feed.findStreamStart(lastEventId, wallMs);
  if (response.destroyed) return;
  response.writeHead(200, STREAM_HEADERS);
  response.write(`retry: ${limits.retryMs}\n: connected\n\n`);
  if (reset) response.write(renderFrame(reset));

  const deliver: Deliver = (event) => {
    const isSlow = response.writableLength > limits.streamBufferBytesMax;
    if (isSlow || response.destroyed || response.writableEnded) return false;
    response.write(renderFrame(event));
    return true;
  };
  const ready = async () => {
    if (!response.writableNeedDrain) return;
    const drained = once(response, 'drain', {
      signal: AbortSignal.timeout(limits.streamStallMsMax),
    });
    await drained.catch(() => finish(response, TOO_SLOW));
  };
  const subscription = feed.subscribe(filter, after, deliver, { ready });
  const heartbeat = setInterval(() => {
    // The end may wait for a client that does not read; nothing can be written after it.
    if (!response.writableEnded) response.write(renderHeartbeatFrame(context));
  }, limits.heartbeatMs);
  stream.onStop(() => finish(response, 'the service is stopping'));
  response.once('close', () => {
    clearInterval(heartbeat);
    subscription.close();
  });
  const reason = await subscription.ended;
  if (reason === 'slow') finish(response, TOO_SLOW);
  if (reason === 'stopping') finish(response, 'the service is stopping');
}

function renderFrame(event: FeedEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${renderEnvelope(event)}\n\n`;
}

/** Without an id: a client that resumes asks for what comes after the last event. */
function renderHeartbeatFrame(context: HeartbeatContext): string {
  return `: heartbeat\n\nevent: heartbeat\ndata: ${renderHeartbeat(context)}\n\n`;
}

/** Sends the reason and ends. A client that does not read is disconnected soon after. */
function finish(response: ServerResponse, why: string): void {
  if (response.writableEnded) return;
  response.end(`: ${why}\n\n`);
  setTimeout(() => response.destroy(), CLOSE_MS_MAX).unref();
}

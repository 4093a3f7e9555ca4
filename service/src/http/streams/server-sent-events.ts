// One connection of `GET /v1/events`.
import type { ServerResponse } from 'node:http';
import type { Feed, FeedFilter } from '../../feed/feed-event.ts';
import type { HttpLimits } from '../http-limits.ts';
import { RESPONSE_HEADERS } from '../response-headers.ts';
import { findGap, renderEnvelope } from './envelope.ts';
import type { Streams } from './streams.ts';

export interface StreamContext {
  readonly feed: Feed;
  readonly streams: Streams;
  readonly limits: HttpLimits;
  wallMs(): number;
}

const HEADERS = {
  ...RESPONSE_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // The connection ends with the stream.
  connection: 'close',
  // A proxy that buffers responses would delay events.
  'x-accel-buffering': 'no',
};
const CLOSE_MS_MAX = 1_000;

export async function streamEvents(
  response: ServerResponse,
  { feed, streams, limits }: StreamContext,
  filter: FeedFilter,
  afterId: bigint | undefined,
): Promise<void> {
  const gap = findGap(afterId, await feed.bounds());
  if (response.destroyed) return;
  response.writeHead(200, HEADERS);
  response.write(`retry: ${limits.retryMs}\n: connected\n\n`);
  if (gap !== null) response.write(`event: gap\ndata: ${JSON.stringify(gap)}\n\n`);

  const subscription = feed.subscribe(filter, afterId, (event) => {
    if (response.destroyed || response.writableLength > limits.streamBufferBytesMax) return false;
    response.write(`id: ${event.id}\nevent: ${event.type}\ndata: ${renderEnvelope(event)}\n\n`);
    return true;
  });
  const heartbeat = setInterval(() => response.write(': heartbeat\n\n'), limits.heartbeatMs);
  const unregister = streams.add(() => finish(response, 'the service is stopping'));
  response.once('close', () => {
    clearInterval(heartbeat);
    unregister();
    subscription.close();
  });
  const reason = await subscription.ended;
  if (reason === 'slow') finish(response, 'too slow; resume with Last-Event-ID');
  if (reason === 'stopping') finish(response, 'the service is stopping');
}

/** Sends the reason and ends. A client that does not read is disconnected soon after. */
function finish(response: ServerResponse, why: string): void {
  if (response.writableEnded) return;
  response.end(`: ${why}\n\n`);
  setTimeout(() => response.destroy(), CLOSE_MS_MAX).unref();
}

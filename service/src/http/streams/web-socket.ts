import type { WebSocket } from '@fastify/websocket';
import { within } from '@tote/chain/lib/within';
import type { Deliver, FeedFilter } from '../../feed/feed-event.ts';
import { renderEnvelope, renderHeartbeat } from './envelope.ts';
import type { StreamContext } from './server-sent-events.ts';
import type { OpenStream } from './streams.ts';

const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;
const CLOSE_MS_MAX = 1_000;
const TOO_SLOW = 'too slow; resume with lastEventId';

export async function streamOverWebSocket(
  socket: WebSocket,
  context: StreamContext & { readonly stream: OpenStream },
  filter: FeedFilter,
  lastEventId: bigint | undefined,
): Promise<void> {
  const { feed, limits, wallMs, stream } = context;
  const { after, reset } = await feed.findStreamStart(lastEventId, wallMs);
  if (socket.readyState !== socket.OPEN) return;
  if (reset) socket.send(renderEnvelope(reset));

  /** Resolves when everything that was sent before is with the operating system. */
  let sent = Promise.resolve();
  const deliver: Deliver = (event) => {
    const isSlow = socket.bufferedAmount > limits.streamBufferBytesMax;
    if (isSlow || socket.readyState !== socket.OPEN) return false;
    sent = new Promise((resolve) => socket.send(renderEnvelope(event), () => resolve()));
    return true;
  };
  const ready = async () => {
    const isSent = await within(
      sent.then(() => true),
      limits.streamStallMsMax,
    );
    if (!isSent) finish(socket, TRY_AGAIN_LATER, TOO_SLOW);
  };
  const subscription = feed.subscribe(filter, after, deliver, { ready });
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  // Pings detect dead connections. Browser scripts cannot see pings, so a message is sent too.
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    socket.send(renderHeartbeat(context));
  }, limits.heartbeatMs);
  stream.onStop(() => finish(socket, GOING_AWAY, 'the service is stopping'));
  socket.once('close', () => {
    clearInterval(heartbeat);
    subscription.close();
  });
  const reason = await subscription.ended;
  if (reason === 'slow') finish(socket, TRY_AGAIN_LATER, TOO_SLOW);
  if (reason === 'stopping') finish(socket, GOING_AWAY, 'the service is stopping');
}

function finish(socket: WebSocket, code: number, why: string): void {
  socket.close(code, why);
  setTimeout(() => socket.terminate(), CLOSE_MS_MAX).unref();
}

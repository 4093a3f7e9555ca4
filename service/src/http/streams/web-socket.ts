// One connection of `/v1/ws`: one envelope per message.
import type { WebSocket } from '@fastify/websocket';
import type { FeedFilter } from '../../feed/feed-event.ts';
import { findGap, renderEnvelope } from './envelope.ts';
import type { StreamContext } from './server-sent-events.ts';

const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;
const CLOSE_MS_MAX = 1_000;

export async function streamOverWebSocket(
  socket: WebSocket,
  { feed, streams, limits, wallMs }: StreamContext,
  filter: FeedFilter,
  afterId: bigint | undefined,
): Promise<void> {
  const send = (message: object) => socket.send(JSON.stringify(message));
  const gap = findGap(afterId, await feed.bounds());
  if (socket.readyState !== socket.OPEN) return;
  if (gap !== null) send({ type: 'gap', ...gap });

  const subscription = feed.subscribe(filter, afterId, (event) => {
    const isSlow = socket.bufferedAmount > limits.streamBufferBytesMax;
    if (isSlow || socket.readyState !== socket.OPEN) return false;
    socket.send(renderEnvelope(event));
    return true;
  });
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  // Pings detect dead connections. Browser scripts cannot see pings, so a message is sent too.
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    send({ type: 'heartbeat', at: new Date(wallMs()).toISOString() });
  }, limits.heartbeatMs);
  const unregister = streams.add(() => finish(socket, GOING_AWAY, 'the service is stopping'));
  socket.once('close', () => {
    clearInterval(heartbeat);
    unregister();
    subscription.close();
  });
  const reason = await subscription.ended;
  if (reason === 'slow') finish(socket, TRY_AGAIN_LATER, 'too slow; resume with lastEventId');
  if (reason === 'stopping') finish(socket, GOING_AWAY, 'the service is stopping');
}

function finish(socket: WebSocket, code: number, why: string): void {
  socket.close(code, why);
  setTimeout(() => socket.terminate(), CLOSE_MS_MAX).unref();
}

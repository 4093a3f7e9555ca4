import websocket from '@fastify/websocket';
import { DomainError } from '@tote/domain';
import { REQUEST_ID, requestIdOf } from '../request.ts';
import { type Operation, type Route, toFastify } from '../route.ts';
import type { Static } from '../schemas/fragments.ts';
import { text } from '../schemas/fragments.ts';
import { EventsQuery } from '../schemas/query.ts';
import { admitStream, streamOf } from '../streams/streams.ts';
import { streamOverWebSocket } from '../streams/web-socket.ts';
import { STREAM_ERRORS } from './shared-errors.ts';

const MESSAGE_BYTES_MAX = 1_024;

const operation: Operation = {
  method: 'GET',
  path: '/v1/ws',
  tag: 'Feed',
  summary: 'Stream events over a WebSocket; each message is a FeedEvent or a heartbeat',
  credential: 'optional',
  query: EventsQuery,
  response: text('The protocol changes to WebSocket.'),
  statuses: [101],
  mediaType: 'application/json',
  errors: [...STREAM_ERRORS, 'websocket_required'],
};

export const openWebSocket: Route = {
  operation,
  /** In its own scope, so that the hooks of the plugin do not run for other routes. */
  register(app, context) {
    const admit = admitStream(context);
    app.register(async (scope) => {
      await scope.register(websocket, {
        options: { maxPayload: MESSAGE_BYTES_MAX, perMessageDeflate: false },
        errorHandler: (_error, socket) => socket.terminate(),
        // `streams` closes the connections, with a reason.
        preClose: (done) => done(),
      });
      scope.websocketServer.on('headers', (headers, request) => {
        headers.push(`${REQUEST_ID}: ${requestIdOf(request)}`);
      });
      const { method: _, url, ...options } = toFastify(operation, context);
      scope.get<{ Querystring: Static<typeof EventsQuery> }>(
        url,
        {
          ...options,
          websocket: true,
          preHandler: (request, reply, done) => {
            // The response has the id that the request already got.
            request.raw.headers[REQUEST_ID] = request.id;
            if (request.ws) admit(request, reply, done);
            else done(new DomainError('websocket_required'));
          },
        },
        (socket, request) => {
          const { lastEventId, ...filter } = request.query;
          const stream = { ...context, stream: streamOf(request) };
          streamOverWebSocket(socket, stream, filter, lastEventId).catch(() => socket.terminate());
        },
      );
    });
  },
};

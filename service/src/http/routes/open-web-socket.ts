import websocket from '@fastify/websocket';
import { Type } from '@sinclair/typebox';
import { DomainError } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { REQUEST_ID, requestIdOf } from '../request-id.ts';
import type { RouteContext } from '../route-context.ts';
import { EventsQuery } from '../schemas/query.ts';
import { admitStream, streamOf } from '../streams/admit-stream.ts';
import { streamOverWebSocket } from '../streams/web-socket.ts';

const MESSAGE_BYTES_MAX = 1_024;

/** In its own scope, so that the hooks of the plugin do not run for other routes. */
export async function openWebSocketRoute(app: FastifyInstance, context: RouteContext) {
  const { access } = context;
  const admit = admitStream(context);
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: MESSAGE_BYTES_MAX, perMessageDeflate: false },
      errorHandler: (_error, socket) => socket.terminate(),
      // `streams` closes the connections, with a reason.
      preClose: (done) => done(),
    });
    scope.websocketServer.on('headers', (headers, request) => {
      headers.push(`${REQUEST_ID}: ${requestIdOf(request)}`);
    });
    scope.get<{ Querystring: EventsQuery }>(
      '/ws',
      {
        ...describeOperation({
          id: 'openWebSocket',
          tag: 'Feed',
          summary: 'Stream events over a WebSocket; each message is a FeedEvent or a heartbeat',
          query: EventsQuery,
          responses: { 101: Type.String({ description: 'The protocol changes to WebSocket.' }) },
          mediaType: 'application/json',
          credential: 'optional',
          errors: [
            ...(['market_not_found', 'address_invalid', 'field_invalid'] as const),
            ...(['streams_too_many', 'service_overloaded'] as const),
          ],
        }),
        websocket: true,
        exposeHeadRoute: false,
        preValidation: access.optional,
        preHandler: (request, reply, done) => {
          // The response has the id that the request already got.
          request.raw.headers[REQUEST_ID] = request.id;
          if (request.ws) admit(request, reply, done);
          else done(new DomainError('request_malformed'));
        },
      },
      (socket, request) => {
        const { lastEventId, ...filter } = request.query;
        const stream = { ...context, stream: streamOf(request) };
        streamOverWebSocket(socket, stream, filter, lastEventId).catch(() => socket.terminate());
      },
    );
  });
}

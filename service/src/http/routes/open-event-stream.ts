import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { REQUEST_ID } from '../request-id.ts';
import type { RouteContext } from '../route-context.ts';
import { EventStream } from '../schemas/events.ts';
import { EventsQuery } from '../schemas/query.ts';
import { admitStream, streamOf } from '../streams/admit-stream.ts';
import { streamEvents } from '../streams/server-sent-events.ts';
import { READERS } from '../validation/readers.ts';

export function openEventStreamRoute(app: FastifyInstance, context: RouteContext): void {
  const { access } = context;
  app.get<{ Querystring: EventsQuery }>(
    '/events',
    {
      ...describeOperation({
        id: 'openEventStream',
        tag: 'Feed',
        summary: 'Stream events as server-sent events; resumes after Last-Event-ID',
        query: EventsQuery,
        responses: { 200: EventStream },
        mediaType: 'text/event-stream',
        credential: 'optional',
        errors: [
          ...(['market_not_found', 'address_invalid', 'field_invalid'] as const),
          ...(['streams_too_many', 'service_overloaded'] as const),
        ],
      }),
      exposeHeadRoute: false,
      preValidation: access.optional,
      preHandler: admitStream(context),
    },
    async (request, reply) => {
      const { lastEventId, ...filter } = request.query;
      const afterId = lastEventIdOf(request.headers['last-event-id']) ?? lastEventId;
      const stream = { ...context, stream: streamOf(request) };
      reply.raw.setHeader(REQUEST_ID, request.id);
      reply.hijack();
      await streamEvents(reply.raw, stream, filter, afterId).catch(() => reply.raw.destroy());
    },
  );
}

/** Browsers send this header when they reconnect, so it takes precedence over the query. */
function lastEventIdOf(header: string | string[] | undefined): bigint | undefined {
  if (header === undefined || header === '') return undefined;
  return READERS.eventId?.(header, '/Last-Event-ID', {}) as bigint;
}

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import type { RouteContext } from '../route-context.ts';
import { EventsQuery } from '../schemas/query.ts';
import { streamEvents } from '../streams/server-sent-events.ts';
import { READERS } from '../validation/readers.ts';

export function openEventStreamRoute(app: FastifyInstance, context: RouteContext): void {
  const { streams } = context;
  app.get<{ Querystring: EventsQuery }>(
    '/events',
    {
      ...describeOperation({
        id: 'openEventStream',
        tag: 'Feed',
        summary: 'Stream events as server-sent events; resumes after Last-Event-ID',
        query: EventsQuery,
        responses: { 200: Type.String({ description: 'Server-sent events.' }) },
        mediaType: 'text/event-stream',
        errors: ['market_not_found', 'address_invalid', 'field_invalid', 'service_overloaded'],
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { lastEventId, ...filter } = request.query;
      const afterId = lastEventIdOf(request.headers['last-event-id']) ?? lastEventId;
      streams.checkCapacity();
      reply.hijack();
      await streamEvents(reply.raw, context, filter, afterId).catch(() => reply.raw.destroy());
    },
  );
}

/** Browsers send this header when they reconnect, so it takes precedence over the query. */
function lastEventIdOf(header: string | string[] | undefined): bigint | undefined {
  if (header === undefined || header === '') return undefined;
  return READERS.eventId?.(header, '/Last-Event-ID', {}) as bigint;
}

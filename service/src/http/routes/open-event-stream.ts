import { REQUEST_ID } from '../request.ts';
import { defineRoute } from '../route.ts';
import { EventStream } from '../schemas/events.ts';
import { EventsQuery } from '../schemas/query.ts';
import { STREAM_HEADERS, streamEvents } from '../streams/server-sent-events.ts';
import { admitStream, streamOf } from '../streams/streams.ts';
import { READERS } from '../validation/readers.ts';
import { STREAM_ERRORS } from './shared-errors.ts';

export const openEventStream = defineRoute('GET /v1/events', {
  tag: 'Feed',
  summary: 'Stream events as server-sent events; resumes after Last-Event-ID',
  credential: 'optional',
  query: EventsQuery,
  response: EventStream,
  mediaType: 'text/event-stream',
  errors: STREAM_ERRORS,
  options: (context) => ({ preHandler: admitStream(context) }),
  async handle(context, request, reply) {
    const { lastEventId, ...filter } = request.query;
    const afterId = lastEventIdOf(request.headers['last-event-id']) ?? lastEventId;
    reply.raw.setHeader(REQUEST_ID, request.id);
    reply.hijack();
    if (request.method === 'HEAD') {
      reply.raw.writeHead(200, STREAM_HEADERS).end();
      return undefined;
    }
    const stream = { ...context, stream: streamOf(request) };
    await streamEvents(reply.raw, stream, filter, afterId).catch(() => reply.raw.destroy());
    return undefined;
  },
});

/** Browsers send this header when they reconnect, so it takes precedence over the query. */
function lastEventIdOf(header: string | string[] | undefined): bigint | undefined {
  if (header === undefined || header === '') return undefined;
  return READERS.eventId?.(header, '/Last-Event-ID', {}) as bigint;
}

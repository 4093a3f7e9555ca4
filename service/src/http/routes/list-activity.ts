import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { NEXT_CURSOR_HEADER, nextCursorHeaders } from '../next-cursor.ts';
import { describeOperation } from '../operation.ts';
import { JSON_TYPE } from '../response-headers.ts';
import type { RouteContext } from '../route-context.ts';
import { FeedEvent } from '../schemas/events.ts';
import { ActivityQuery } from '../schemas/ledger.ts';
import { renderEnvelope } from '../streams/envelope.ts';

/** The envelopes of the streams, each rendered by the schema of its own type. */
const Activity = Type.Unsafe<string>({
  type: 'string',
  openapi: { type: 'array', items: FeedEvent },
});

export function listActivityRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Querystring: ActivityQuery }>(
    '/activity',
    describeOperation({
      id: 'listActivity',
      tag: 'Feed',
      summary: 'List the latest bets, outcomes and payouts of all markets, newest first',
      query: ActivityQuery,
      responses: { 200: Activity },
      headers: NEXT_CURSOR_HEADER,
      errors: ['field_invalid', 'limit_out_of_range'],
    }),
    async ({ query }, reply): Promise<FastifyReply> => {
      const { type, limit = LIMITS.pageSizeDefault, cursor: before } = query;
      const { events, next } = await queries.listActivity({ type, limit, before });
      reply.type(JSON_TYPE).headers(nextCursorHeaders(next === null ? null : String(next)));
      return reply.send(`[${events.map(renderEnvelope).join(',')}]`);
    },
  );
}

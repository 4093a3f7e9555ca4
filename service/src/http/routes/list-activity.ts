import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import { ACTIVITY_TYPES } from '../../queries/list-activity.ts';
import { JSON_TYPE } from '../response-headers.ts';
import { defineRoute } from '../route.ts';
import { FeedEvent } from '../schemas/events.ts';
import { body, choiceIn } from '../schemas/fragments.ts';
import { limit, NEXT_CURSOR_HEADER, nextCursorHeaders, queryTextIn } from '../schemas/query.ts';
import { renderEnvelope } from '../streams/envelope.ts';

const ActivityQuery = body({
  type: Type.Optional(
    choiceIn(ACTIVITY_TYPES, {
      description: 'Only bets, outcomes of markets or payouts.',
    }),
  ),
  limit,
  cursor: queryTextIn<bigint>(
    'eventId',
    'Only what is older than the event with this id, as `X-Next-Cursor` names it.',
  ),
});

const Activity = Type.Unsafe<string>({
  type: 'string',
  openapi: { type: 'array', items: FeedEvent },
});

export const listActivity = defineRoute('GET /v1/activity', {
  tag: 'Feed',
  summary: 'List the latest bets, outcomes and payouts of all markets, newest first',
  query: ActivityQuery,
  response: Activity,
  headers: NEXT_CURSOR_HEADER,
  errors: ['field_invalid', 'limit_out_of_range'],
  async handle({ queries }, { query }, reply) {
    const { type, limit = LIMITS.pageSizeDefault, cursor: before } = query;
    const { events, next } = await queries.listActivity({ type, limit, before });
    reply.type(JSON_TYPE).headers(nextCursorHeaders(next === null ? null : String(next)));
    return reply.send(`[${events.map(renderEnvelope).join(',')}]`);
  },
});

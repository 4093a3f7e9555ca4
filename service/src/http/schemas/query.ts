import { Type } from '@sinclair/typebox';
import type { Address } from '@solana/kit';
import { type ErrorCode, LIMITS } from '@tote/domain';
import { body, fragment } from './fragments.ts';

export const queryIn = <T>(tote: string, openapi: object, rules: object = {}) =>
  Type.Optional(fragment<T>(tote, openapi, rules));

const limitOf = (defaultLimit: number) =>
  queryIn<number>('pageLimit', {
    type: 'integer',
    minimum: LIMITS.pageSizeMin,
    default: defaultLimit,
    description: `Page size. Above ${LIMITS.pageSizeMax} it counts as ${LIMITS.pageSizeMax}.`,
  });
const offsetUpTo = (maximum: number, tote: string) =>
  queryIn<number>(tote, {
    type: 'integer',
    minimum: 0,
    maximum,
    default: 0,
    description: 'Number of items to skip.',
  });

export const limit = limitOf(LIMITS.pageSizeDefault);
export const offset = offsetUpTo(LIMITS.pageOffsetMax, 'pageOffset');
const longListOffset = offsetUpTo(LIMITS.longListOffsetMax, 'longListOffset');
export const cursor = queryIn<string>('cursor', {
  type: 'string',
  description: 'The `X-Next-Cursor` of the page before.',
});

export const PAGE_ERRORS = [
  'limit_out_of_range',
  'offset_out_of_range',
  'offset_too_deep',
] as const satisfies readonly ErrorCode[];

export const BetPageQuery = body({
  limit,
  offset: longListOffset,
  after: queryIn<string>('betId', {
    type: 'string',
    description: 'Only what comes after this bet in the list.',
  }),
});

export const payoutPage = (defaultLimit: number) =>
  body({
    limit: limitOf(defaultLimit),
    offset: longListOffset,
    after: queryIn<Address>('address', {
      type: 'string',
      description: 'Only what comes after this bettor in the list.',
    }),
  });

export const EventsQuery = body({
  marketId: queryIn<string>('marketId', {
    type: 'string',
    description: 'Only events of this market.',
  }),
  wallet: queryIn<string>('address', {
    type: 'string',
    description: 'Only events that concern this wallet or the markets in which it has a stake.',
  }),
  lastEventId: queryIn<bigint>('eventId', {
    type: 'string',
    description: 'Resume after this event. With 0: all stored events.',
  }),
});

export const NEXT_CURSOR_HEADER = {
  'X-Next-Cursor': 'The `cursor` of the next page; absent on the last page.',
};

export function nextCursorHeaders(cursor: string | null): Record<string, string> {
  return cursor === null ? {} : { 'x-next-cursor': cursor };
}

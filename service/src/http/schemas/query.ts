import { Type } from '@sinclair/typebox';
import type { Address } from '@solana/kit';
import { type ErrorCode, LIMITS } from '@tote/domain';
import { body, fragment } from './fragments.ts';

export const queryIn = <T>(tote: string, openapi: object, rules: object = {}) =>
  Type.Optional(fragment<T>(tote, openapi, rules));
export const queryTextIn = <T>(tote: string, description: string) =>
  queryIn<T>(tote, { type: 'string', description });

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
export const cursor = queryTextIn<string>('cursor', 'The `X-Next-Cursor` of the page before.');

export const PAGE_ERRORS = [
  'limit_out_of_range',
  'offset_out_of_range',
  'offset_too_deep',
] as const satisfies readonly ErrorCode[];

export const BetPageQuery = body({
  limit,
  offset: longListOffset,
  after: queryTextIn<string>('betId', 'Only what comes after this bet in the list.'),
});

export const payoutPage = (defaultLimit: number) =>
  body({
    limit: limitOf(defaultLimit),
    offset: longListOffset,
    after: queryTextIn<Address>('address', 'Only what comes after this bettor in the list.'),
  });

export const EventsQuery = body({
  marketId: queryTextIn<string>('marketId', 'Only events of this market.'),
  wallet: queryTextIn<string>(
    'address',
    'Only events that concern this wallet or the markets in which it has a stake.',
  ),
  lastEventId: queryTextIn<bigint>(
    'eventId',
    'Resume after this event. With 0: all stored events.',
  ),
});

export const NEXT_CURSOR_HEADER = {
  'X-Next-Cursor': 'The `cursor` of the next page; absent on the last page.',
};

export function nextCursorHeaders(cursor: string | null): Record<string, string> {
  return cursor === null ? {} : { 'x-next-cursor': cursor };
}

import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import { body, type Static } from './fragments.ts';

const limitOf = (defaultLimit: number) =>
  Type.Unsafe<number>({
    tote: 'pageLimit',
    openapi: {
      type: 'integer',
      minimum: LIMITS.pageSizeMin,
      maximum: LIMITS.pageSizeMax,
      default: defaultLimit,
      description: 'Page size.',
    },
  });
const limit = limitOf(LIMITS.pageSizeDefault);
const offset = Type.Unsafe<number>({
  tote: 'pageOffset',
  openapi: {
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.pageOffsetMax,
    default: 0,
    description: 'Number of items to skip.',
  },
});
const status = Type.Unsafe<'open' | 'resolved'>({
  tote: 'status',
  openapi: {
    type: 'string',
    enum: ['open', 'resolved'],
    description: 'Default: open markets and those resolved in the last 24 hours.',
  },
});
const marketId = Type.Unsafe<string>({
  tote: 'marketId',
  openapi: { type: 'string', description: 'Only events of this market.' },
});
const wallet = Type.Unsafe<string>({
  tote: 'address',
  openapi: { type: 'string', description: 'Only events of this wallet.' },
});
const lastEventId = Type.Unsafe<bigint>({
  tote: 'eventId',
  openapi: { type: 'string', description: 'Resume after this event.' },
});

export const ListMarketsQuery = body({
  status: Type.Optional(status),
  limit: Type.Optional(limit),
  offset: Type.Optional(offset),
});
export type ListMarketsQuery = Static<typeof ListMarketsQuery>;

export const PageQuery = body({ limit: Type.Optional(limit), offset: Type.Optional(offset) });
export type PageQuery = Static<typeof PageQuery>;

/** The default is the maximum, so that the receipt of most markets has all payouts. */
export const ReceiptQuery = body({
  limit: Type.Optional(limitOf(LIMITS.pageSizeMax)),
  offset: Type.Optional(offset),
});
export type ReceiptQuery = Static<typeof ReceiptQuery>;

export const EventsQuery = body({
  marketId: Type.Optional(marketId),
  wallet: Type.Optional(wallet),
  lastEventId: Type.Optional(lastEventId),
});
export type EventsQuery = Static<typeof EventsQuery>;

export const NoQuery = body({});

import { type TSchema, Type } from '@sinclair/typebox';
import type { Address } from '@solana/kit';
import { type Currency, type ErrorCode, LIMITS } from '@tote/domain';
import {
  DECIDED_BY_WORDS,
  type DecidedByWord,
  MARKET_SORTS,
  type MarketSort,
} from '../../use-cases/market-list.ts';
import { body, choiceIn, queryIntegerIn, type Static } from './fragments.ts';

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
export const limit = limitOf(LIMITS.pageSizeDefault);
const offsetUpTo = (maximum: number, tote: string) =>
  Type.Unsafe<number>({
    tote,
    openapi: {
      type: 'integer',
      minimum: 0,
      maximum,
      default: 0,
      description: 'Number of items to skip.',
    },
  });
const offset = offsetUpTo(LIMITS.pageOffsetMax, 'pageOffset');
const longListOffset = offsetUpTo(LIMITS.longListOffsetMax, 'longListOffset');
const afterBet = Type.Unsafe<string>({
  tote: 'betId',
  openapi: { type: 'string', description: 'Only what comes after this bet in the list.' },
});
const afterBettor = Type.Unsafe<Address>({
  tote: 'address',
  openapi: { type: 'string', description: 'Only what comes after this bettor in the list.' },
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
  openapi: {
    type: 'string',
    description: 'Only events that concern this wallet or the markets in which it has a stake.',
  },
});
const lastEventId = Type.Unsafe<bigint>({
  tote: 'eventId',
  openapi: {
    type: 'string',
    description: 'Resume after this event. With 0: everything that is kept.',
  },
});

const tokenAddress = Type.Unsafe<string>({
  tote: 'tokenAddress',
  openapi: { type: 'string', description: 'Only markets about this token.' },
});
const creator = Type.Unsafe<Address>({
  tote: 'address',
  openapi: { type: 'string', description: 'Only markets of this wallet.' },
});
const currency = Type.Unsafe<Currency>({
  tote: 'currency',
  openapi: { enum: ['SOL', 'UTILITY'], description: 'Only markets with bets in this currency.' },
});
const decidedBy = Type.Unsafe<DecidedByWord>({
  tote: 'choice',
  choices: DECIDED_BY_WORDS,
  openapi: { enum: DECIDED_BY_WORDS, description: 'Only markets that are decided in this way.' },
});
const words = Type.Unsafe<readonly string[]>({
  tote: 'searchWords',
  openapi: {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.searchCharactersMax,
    description:
      'Only markets whose question has all of these words, in any order and in upper or lower ' +
      `case; at most ${LIMITS.searchWordsMax}.`,
    examples: ['bitcoin friday'],
  },
});
const sort = Type.Unsafe<MarketSort>({
  tote: 'choice',
  choices: MARKET_SORTS,
  openapi: {
    enum: MARKET_SORTS,
    default: 'newest',
    description:
      'newest: the last created first. endingSoon: what expires next, then what has expired, ' +
      'the last one first. volume: the greatest `totalVolume` first, whatever the currency.',
  },
});
const cursor = Type.Unsafe<string>({
  tote: 'cursor',
  openapi: {
    type: 'string',
    description:
      'The `X-Next-Cursor` of the page before, instead of an offset. Markets that are created ' +
      'meanwhile move nothing.',
  },
});

export const ListMarketsQuery = body({
  status: Type.Optional(status),
  tokenAddress: Type.Optional(tokenAddress),
  creator: Type.Optional(creator),
  currency: Type.Optional(currency),
  decidedBy: Type.Optional(decidedBy),
  q: Type.Optional(words),
  sort: Type.Optional(sort),
  limit: Type.Optional(limit),
  offset: Type.Optional(offset),
  cursor: Type.Optional(cursor),
});
export type ListMarketsQuery = Static<typeof ListMarketsQuery>;

export const ListAttestationsQuery = body({
  status: Type.Optional(choiceIn(['waiting'])),
  limit: Type.Optional(limit),
});
export type ListAttestationsQuery = Static<typeof ListAttestationsQuery>;

/** Of a list with `after`. */
export const PAGE_ERRORS = [
  'limit_out_of_range',
  'offset_out_of_range',
  'offset_too_deep',
] as const satisfies readonly ErrorCode[];

/** A page of a list that may be long. */
const longPage = <T extends TSchema>(after: T, defaultLimit: number = LIMITS.pageSizeDefault) =>
  body({
    limit: Type.Optional(limitOf(defaultLimit)),
    offset: Type.Optional(longListOffset),
    after: Type.Optional(after),
  });

export const BetPageQuery = longPage(afterBet);
export type BetPageQuery = Static<typeof BetPageQuery>;

export const HistoryQuery = body({
  ...BetPageQuery.properties,
  points: Type.Optional(
    queryIntegerIn(LIMITS.historyPointsMin, LIMITS.historyPointsMax, {
      description:
        'Instead of a page: at most so many of all bets, among them the first and the last.',
    }),
  ),
});
export type HistoryQuery = Static<typeof HistoryQuery>;

export const PayoutPageQuery = longPage(afterBettor);
export type PayoutPageQuery = Static<typeof PayoutPageQuery>;

export const SampleHashQuery = body({ offset: Type.Optional(offset) });
export type SampleHashQuery = Static<typeof SampleHashQuery>;

/** The default is the maximum, so that the receipt of most markets has all payouts. */
export const ReceiptQuery = longPage(afterBettor, LIMITS.pageSizeMax);
export type ReceiptQuery = Static<typeof ReceiptQuery>;

export const EventsQuery = body({
  marketId: Type.Optional(marketId),
  wallet: Type.Optional(wallet),
  lastEventId: Type.Optional(lastEventId),
});
export type EventsQuery = Static<typeof EventsQuery>;

export const NoQuery = body({});

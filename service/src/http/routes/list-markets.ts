import { type Static, Type } from '@sinclair/typebox';
import type { Address } from '@solana/kit';
import { DECIDED_BY_WORDS, decidedByWord } from '@tote/conditions/decided-by-word';
import {
  type Currency,
  DomainError,
  isFinal,
  LIMITS,
  phaseAt,
  printable,
  publicStatus,
  totalVolume,
  type UnixSeconds,
} from '@tote/domain';
import { MARKET_SORTS } from '../../store/projection/find-list.ts';
import type { MarketPage } from '../../store/projection/list-markets.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { compileSerializer } from '../json/serialize.ts';
import { presentOdds } from '../presenters/bet.ts';
import { presentClosedReason } from '../presenters/market-detail.ts';
import { defineRoute, type RouteContext } from '../route.ts';
import {
  amountOut,
  body,
  choiceIn,
  named,
  oddsOut,
  perOutcome,
  response,
} from '../schemas/fragments.ts';
import { MarketDetail } from '../schemas/market.ts';
import {
  limit,
  NEXT_CURSOR_HEADER,
  nextCursorHeaders,
  offset,
  queryIn,
  queryTextIn,
} from '../schemas/query.ts';

const ListMarketsQuery = body({
  status: queryIn<'open' | 'resolved'>('status', {
    type: 'string',
    enum: ['open', 'resolved'],
    description: 'Default: open markets and those resolved in the last 24 hours.',
  }),
  tokenAddress: queryTextIn<string>('tokenAddress', 'Only markets about this token.'),
  creator: queryTextIn<Address>('address', 'Only markets of this wallet.'),
  series: queryIn<string>(
    'text',
    { type: 'string', description: 'Only rounds of this series. Not with `creator`.' },
    { least: 1, most: 64 },
  ),
  rounds: Type.Optional(
    choiceIn(['open'], { description: 'Leaves out rounds of series that take no more bets.' }),
  ),
  currency: queryIn<Currency>('currency', {
    enum: ['SOL', 'UTILITY'],
    description: 'Only markets with bets in this currency.',
  }),
  decidedBy: Type.Optional(
    choiceIn(DECIDED_BY_WORDS, { description: 'Only markets that are decided in this way.' }),
  ),
  q: queryIn<readonly string[]>('searchWords', {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.searchCharactersMax,
    description:
      'Only markets whose question has all of these words, in any order and in upper or lower ' +
      `case; at most ${LIMITS.searchWordsMax}.`,
    examples: ['bitcoin friday'],
  }),
  sort: Type.Optional(
    choiceIn(MARKET_SORTS, {
      default: 'newest',
      description:
        'newest: the last created first. endingSoon: what expires next, then what has expired, ' +
        'the last one first. volume: the greatest `totalVolume` first, whatever the currency.',
    }),
  ),
  limit,
  offset,
  cursor: queryTextIn<string>(
    'cursor',
    'The `X-Next-Cursor` of the page before, instead of an offset. Markets that are created ' +
      'meanwhile move nothing.',
  ),
});

const { question, tokenAddress, details, decidedBy, currency, status, expireAt, ...shown } =
  MarketDetail.properties;
const { bettingClosesAt, bettingOpen, closedReason, custom, winningOutcome, refunded, series } =
  shown;

const MarketSummary = response({
  id: Type.String(),
  ...{ question, tokenAddress, details, decidedBy, currency, status, expireAt },
  odds: perOutcome(oddsOut()),
  totalVolume: amountOut(),
  bettingClosesAt,
  ...{ bettingOpen, closedReason, custom, winningOutcome, refunded, series },
});

const writeSummary = compileSerializer(MarketSummary);

export const listMarkets = defineRoute('GET /v1/markets', {
  tag: 'Markets',
  summary: 'List markets, newest first by default',
  query: ListMarketsQuery,
  response: Type.Array(named('MarketSummary', MarketSummary)),
  headers: NEXT_CURSOR_HEADER,
  errors: [
    'status_invalid',
    'token_address_invalid',
    'address_invalid',
    'currency_invalid',
    'field_invalid',
    'limit_out_of_range',
    'offset_out_of_range',
    'offset_too_deep',
    'cursor_invalid',
    'fields_exclusive',
    'resource_not_found',
    'characters_not_allowed',
  ],
  async handle(context, { query }, reply) {
    const { queries, cache, send } = context;
    const page = toPage(query, queries.findSeriesOwner);
    const now = queries.now();
    const version = queries.version();
    const key = JSON.stringify(page);
    const cached = version === undefined ? undefined : cache.findList(key, version, now);
    if (cached !== undefined) {
      send(reply, 200, cached, cached.headers);
      return undefined;
    }
    const { markets, nextCursor } = await queries.listMarkets(page);
    const text = `[${markets.map((market) => render(context, market, now)).join(',')}]`;
    const headers = Object.entries(nextCursorHeaders(nextCursor)).flat();
    const list = { text, headers };
    if (version !== undefined) cache.storeList(key, version, now, list);
    send(reply, 200, list, headers);
    return undefined;
  },
});

function toPage(
  query: Static<typeof ListMarketsQuery>,
  findOwner: (series: string) => string | undefined,
): MarketPage {
  const { limit = LIMITS.pageSizeDefault, offset = 0, q: words, ...rest } = query;
  if (query.cursor !== undefined && query.offset !== undefined) {
    throw new DomainError('fields_exclusive', { field: 'cursor', others: 'offset' });
  }
  if (query.series === undefined) return { limit, offset, ...rest, ...(words && { words }) };
  if (query.creator !== undefined) {
    throw new DomainError('fields_exclusive', { field: 'series', others: 'creator' });
  }
  const creator = findOwner(query.series);
  if (creator === undefined) throw new DomainError('resource_not_found', { resource: 'series' });
  return { limit, offset, ...rest, creator, ...(words && { words }) };
}

function render(context: RouteContext, market: MarketView, now: UnixSeconds): string {
  const { cache } = context;
  const cached = cache.summaries.find(market, now);
  if (cached !== undefined) return cached.text;
  return cache.summaries.store(market, now, writeSummary(present(context, market, now))).text;
}

function present(
  { queries, describe }: RouteContext,
  market: MarketView,
  now: UnixSeconds,
): Static<typeof MarketSummary> {
  const phase = phaseAt(market, now);
  const series = queries.seriesOf(market);
  const decimals = queries.config().decimals[market.currency];
  return {
    ...market,
    question: printable(market.question),
    details: describe(market),
    decidedBy: decidedByWord(market),
    status: publicStatus(phase),
    expireAt: market.expiresAt,
    odds: presentOdds(market.pools),
    totalVolume: { value: totalVolume(market.pools), decimals },
    bettingClosesAt: market.closesAt,
    bettingOpen: phase.state === 'open',
    ...presentClosedReason(market, phase),
    custom: market.isCustom,
    ...(isFinal(phase) && { winningOutcome: phase.end.outcome }),
    ...(phase.state === 'refunded' && { refunded: true }),
    ...(series !== undefined && { series }),
  };
}

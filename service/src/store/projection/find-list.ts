// Finds a page of a list of markets: the first of each range of an index, sorted together.
import type { DecidedByWord } from '@tote/conditions/decided-by-word';
import { CURRENCIES, type Currency, currencyToCode, type UnixSeconds } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';
import { noncesOf, ROUND_NONCES } from '../journal/series.ts';
import { findRow, listRows } from '../statements.ts';
import type { Db } from '../store.ts';
import { OPEN, REFUNDED, RESOLVED } from './market-view.ts';

export type MarketStatus = 'open' | 'resolved';

export interface MarketFilter {
  readonly creator?: string;
  readonly tokenAddress?: string;
  readonly currency?: Currency;
  readonly decidedBy?: DecidedByWord;
  readonly words?: readonly string[];
  /** With the owner of the series as creator. */
  readonly series?: string;
  /** Leaves out rounds of series that take no more bets. */
  readonly rounds?: 'open';
}

interface ListQuery {
  readonly status?: MarketStatus;
  readonly filter: MarketFilter;
  readonly order: Order;
  readonly after: Entry | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly now: UnixSeconds;
}

type Sql = RawBuilder<unknown>;

const RARE = 1_000;
const RECENT_SECONDS = 24n * 60n * 60n;

export async function findList(db: Db, query: ListQuery): Promise<Entry[]> {
  const { order, limit, offset, filter } = query;
  const word = await findRareWord(db, filter.words ?? []);
  const found = word === undefined ? selectByIndex(query) : selectByWord(query, word);
  const rows = await listRows<Pick<Entry, 'id'> & Partial<Entry>>(db)`
    select * from (${found}) as found
    order by ${orderOf(order)} limit ${BigInt(limit)} offset ${BigInt(offset)}`;
  return rows.map((row) => ({
    ...{ created_slot: 0n, nonce: 0n, expires_at: 0n, currency: 0n, volume: 0 },
    ...row,
  }));
}

async function findRareWord(db: Db, words: readonly string[]): Promise<string | undefined> {
  if (words.length === 0) return undefined;
  const counts = words.map(
    (word) => sql`select ${word} as word, (select count(*) from (
      select 1 from market_words where word = ${word} limit ${BigInt(RARE + 1)}) as few) as count`,
  );
  const rarest = await findRow<{ word: string; count: bigint }>(db)`select * from (
    ${sql.join(counts, sql` union all `)}) as counts order by count limit 1`;
  return rarest && rarest.count <= RARE ? rarest.word : undefined;
}

/** One select for each status and part of the order, so that an index has each in its order. */
function selectByIndex({ order, after, filter, status, now, limit, offset }: ListQuery): Sql {
  const parts = listParts(order, after, filter.currency);
  const selects = listStates(status, BigInt(now)).flatMap(({ condition, isByState }) =>
    parts.map(({ where, orderBy }) => {
      const indexed = isByState ? indexedFilter(filter, order.sort) : undefined;
      const filters = listFilters(filter, now, indexed);
      const conditions = [sql`mismatch is null`, IS_SHOWN, condition, ...where, ...filters];
      return sql`select * from (select ${SELECTED[order.sort]} from markets
        where ${sql.join(conditions, sql` and `)}
        order by ${orderBy} limit ${BigInt(offset + limit)}) as part`;
    }),
  );
  return sql.join(selects, sql` union all `);
}

function selectByWord({ order, after, filter, status, now }: ListQuery, word: string): Sql {
  const states = listStates(status, BigInt(now)).map(({ condition }) => condition);
  const parts = listParts(order, after, filter.currency).map(({ where }) =>
    allOf([TRUE, ...where]),
  );
  // In this order, as it is written: SQLite must not begin with the markets.
  return sql`select ${SELECTED[order.sort]} from market_words cross join markets
    where word = ${word} and id = market_id and mismatch is null and ${IS_SHOWN}
    and (${anyOf(states)}) and (${anyOf(parts)}) and ${allOf([TRUE, ...listFilters(filter, now)])}`;
}

/** The operator has not hidden it. */
export const IS_SHOWN = sql`id not in (
  select hidden.market_id from hidden_markets as hidden where hidden.unhidden_at is null)`;

const TRUE = sql`1 = 1`;
const allOf = (conditions: readonly Sql[]): Sql => sql.join([...conditions], sql` and `);
const anyOf = (conditions: readonly Sql[]): Sql =>
  sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  );

export function listStates(status: MarketStatus | undefined, now: bigint) {
  const inState = (state: bigint) => ({ condition: sql`state = ${state}`, isByState: true });
  if (status === 'resolved') {
    const isFinal = sql`(veto_ends_at <= ${now} or veto_ends_at = resolved_at)`;
    const condition = sql`state = ${RESOLVED} and ${isFinal}`;
    return [{ condition, isByState: true }, inState(REFUNDED)];
  }
  // An outcome that can still be vetoed counts as open.
  const isVetoable = sql`veto_ends_at > resolved_at and ${unindexed('state')} = ${RESOLVED}`;
  const isEnded =
    status === 'open'
      ? sql`veto_ends_at > ${now} and ${isVetoable}`
      : sql`veto_ends_at > ${now - RECENT_SECONDS}`;
  return [inState(OPEN), { condition: isEnded, isByState: false }];
}

/** The one filter that an index is used for, with the state and newest first. */
function indexedFilter(filter: MarketFilter, sort: MarketSort): keyof MarketFilter | undefined {
  const { creator, tokenAddress, decidedBy, currency } = filter;
  if (tokenAddress !== undefined) return 'tokenAddress';
  if (creator !== undefined) return 'creator';
  if (sort !== 'newest') return undefined;
  return decidedBy !== undefined ? 'decidedBy' : currency && 'currency';
}

/** Without statistics SQLite would prefer any index with an equality to the one of the order. */
const unindexed = (column: string): Sql =>
  sql.raw(column === 'currency' || column === 'state' ? `${column} + 0` : `${column} || ''`);

const COLUMNS = {
  creator: 'creator',
  tokenAddress: 'token_address',
  decidedBy: 'decided_by',
  currency: 'currency',
} as const;

function listFilters(filter: MarketFilter, now: UnixSeconds, indexed?: keyof MarketFilter): Sql[] {
  const { words = [], currency, series, rounds, ...texts } = filter;
  const values = { ...texts, currency: currency && BigInt(currencyToCode(currency)) };
  const conditions = Object.entries(COLUMNS).flatMap(([name, column]) => {
    const value = values[name as keyof typeof COLUMNS];
    if (value === undefined) return [];
    return [sql`${name === indexed ? sql.raw(column) : unindexed(column)} = ${value}`];
  });
  return [
    ...[...conditions, ...words.map(hasWord)],
    ...(series === undefined ? [] : [isOf(series)]),
    ...(rounds === undefined ? [] : [takesBets(now)]),
  ];
}

/** By the nonce alone: whoever uses one of a round is listed like a round. */
function takesBets(now: UnixSeconds): Sql {
  const { first, last } = ROUND_NONCES;
  return sql`(nonce < ${first} or nonce > ${last} or closes_at > ${BigInt(now)})`;
}

function isOf(series: string): Sql {
  const { first, last } = noncesOf(series);
  return sql`nonce >= ${first} and nonce <= ${last}`;
}

/**
 * Looked up for each row: as a join, PostgreSQL would read all that have the word. A comparison
 * with the result would make it expect so few rows that it reads them all.
 */
const hasWord = (word: string): Sql => sql`(
  select true from market_words as other where other.word = ${word} and
    (other.slot, other.number, other.market_id) = (created_slot, nonce, id) limit 1)`;

/**
 * newest: by creation. endingSoon: what expires next, then what has expired, the last one first.
 * volume: by `totalVolume` as it is shown, whatever the currency.
 */
export const MARKET_SORTS = ['newest', 'endingSoon', 'volume'] as const;
export type MarketSort = (typeof MARKET_SORTS)[number];

export interface Entry {
  readonly id: string;
  readonly created_slot: bigint;
  readonly nonce: bigint;
  readonly expires_at: bigint;
  readonly currency: bigint;
  /** In base units. Only to compare: a float. */
  readonly volume: number;
}

interface Order {
  readonly sort: MarketSort;
  readonly at: bigint;
  readonly decimals: Readonly<Record<Currency, number>>;
}

/** The index `markets_volume` has the same expression. The sum of two integers may overflow. */
const VOLUME = '(cast(pool_yes as double precision) + cast(pool_no as double precision))';

/** What is selected: no more than the index has, because pages far on skip many. */
const SELECTED: Readonly<Record<MarketSort, Sql>> = {
  newest: sql`id, created_slot, nonce`,
  endingSoon: sql`id, expires_at`,
  volume: sql`id, created_slot, nonce, currency, ${sql.raw(VOLUME)} as volume`,
};

interface Part {
  readonly where: readonly Sql[];
  readonly orderBy: Sql;
}

const NEWEST = sql`created_slot desc, nonce desc, id desc`;
const BY_VOLUME = sql`volume desc, ${NEWEST}`;

function listParts(order: Order, after: Entry | undefined, currency?: Currency): Part[] {
  if (order.sort === 'endingSoon') return listByExpiry(order.at, after);
  if (order.sort === 'volume') {
    // The volumes of each currency are apart, because their units differ.
    return (currency ? [currency] : CURRENCIES).map((one) => partByVolume(order, after, one));
  }
  const isBehind =
    after && sql`(created_slot, nonce, id) < (${after.created_slot}, ${after.nonce}, ${after.id})`;
  return [{ where: isBehind ? [isBehind] : [], orderBy: NEWEST }];
}

function listByExpiry(at: bigint, after: Entry | undefined): Part[] {
  const place = after && sql`(${after.expires_at}, ${after.id})`;
  const isPast = after !== undefined && after.expires_at <= at;
  const future: Part = {
    where: [sql`expires_at > ${at}`, ...(place ? [sql`(expires_at, id) > ${place}`] : [])],
    orderBy: sql`expires_at, id`,
  };
  const past: Part = {
    where: [sql`expires_at <= ${at}`, ...(isPast ? [sql`(expires_at, id) < ${place}`] : [])],
    orderBy: sql`expires_at desc, id desc`,
  };
  return isPast ? [past] : [future, past];
}

function partByVolume({ decimals }: Order, after: Entry | undefined, currency: Currency): Part {
  const code = BigInt(currencyToCode(currency));
  const isOfCurrency = sql`currency = ${code}`;
  if (!after) return { where: [isOfCurrency], orderBy: BY_VOLUME };
  const { created_slot, nonce, id } = after;
  const isBehind = sql`(${sql.raw(VOLUME)}, created_slot, nonce, id) <
    (${volumeIn(after, code, decimals)}, ${created_slot}, ${nonce}, ${id})`;
  return { where: [isOfCurrency, isBehind], orderBy: BY_VOLUME };
}

function volumeIn(after: Entry, currency: bigint, decimals: Order['decimals']): number {
  const scale = scaleOf(currency, decimals) - scaleOf(after.currency, decimals);
  return scale < 0 ? after.volume / 10 ** -scale : after.volume * 10 ** scale;
}

const scaleOf = (currency: bigint, { SOL, UTILITY }: Order['decimals']) =>
  currency === 0n ? SOL : UTILITY;

function orderOf({ sort, at, decimals }: Order): Sql {
  if (sort === 'newest') return NEWEST;
  if (sort === 'volume') {
    const [sol, utility] = [sql.lit(10 ** decimals.SOL), sql.lit(10 ** decimals.UTILITY)];
    return sql`volume / case currency when 0 then ${sol} else ${utility} end desc, ${NEWEST}`;
  }
  return sql`expires_at <= ${at}, abs(expires_at - ${at}),
    case when expires_at > ${at} then id end, id desc`;
}

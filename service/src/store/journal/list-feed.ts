// What readers of the feed get. Oldest first.
import { type SelectQueryBuilder, sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Tables } from '../schema.ts';
import type { Db } from '../store.ts';
import { byId, type FeedRow, START } from './feed.ts';

/** Events of a market that concern everybody with a stake in it. There are few of them. */
export const STAKEHOLDER_EVENTS = [
  'market.closed',
  'market.proposed',
  'market.vetoed',
  'market.resolved',
  'market.refunded',
] as const;

// Literally as in the index `feed_stakeholder_events`, or the engines would not use it.
const IS_STAKEHOLDER_EVENT = sql<boolean>`type in (${sql.join(STAKEHOLDER_EVENTS.map(sql.lit))})`;

interface FeedPage {
  after: bigint;
  /** The last id, included. */
  upTo?: bigint;
  marketId?: string;
  /** Few. */
  markets?: ReadonlySet<string>;
  /** Rows for several events are given if one of them is about it. */
  wallet?: string;
  limit: number;
}

export async function listFeedRows(db: Db, page: FeedPage): Promise<FeedRow[]> {
  const { wallet, limit } = page;
  const all = db.selectFrom('feed').selectAll('feed');
  if (wallet === undefined) return take(db, all, 'feed.id', page);
  const own = await take(db, all.where('wallet', '=', wallet), 'feed.id', page);
  const inGroups = all
    .innerJoin('feed_bettors', 'feed_bettors.feed_id', 'feed.id')
    .where('bettor', '=', bettorOf(wallet));
  const both = [...own, ...(await take(db, inGroups, 'feed_id', page))];
  return both.sort(byId).slice(0, limit);
}

/** Newest first, from an id on. */
export function listNewestRows(
  db: Db,
  { upTo, limit }: { readonly upTo: bigint; readonly limit: number },
): Promise<FeedRow[]> {
  return db
    .selectFrom('feed')
    .selectAll()
    .where('id', '<=', upTo)
    .where('type', '<>', START)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** By the id that the index of the query has. */
function take<T extends 'feed' | 'feed_bettors'>(
  db: Db,
  query: SelectQueryBuilder<Tables, T, FeedRow>,
  id: 'feed.id' | 'feed_id',
  { after, upTo, marketId, markets, limit }: FeedPage,
): Promise<FeedRow[]> {
  const column = sql.ref<bigint>(id);
  let selected = query.where(sql<boolean>`${column} > ${after} and type <> ${START}`);
  if (upTo !== undefined) selected = selected.where(sql<boolean>`${column} <= ${upTo}`);
  if (marketId !== undefined) selected = selected.where(sql<boolean>`market_id = ${marketId}`);
  if (markets) selected = selected.where(isOneOf(db, [...markets]));
  return selected.orderBy(column).limit(limit).execute();
}

/** A wallet has one account. */
const bettorOf = (wallet: string) =>
  sql<string>`(select address from bettors where wallet = ${wallet} limit 1)`;

const isOneOf = (db: Db, marketIds: readonly string[]) =>
  isPostgres(db)
    ? sql<boolean>`market_id = any(${marketIds}::text[])`
    : sql<boolean>`market_id in (select value from json_each(${JSON.stringify(marketIds)}))`;

/** The events after an id that concern everybody with a stake in one of these markets. */
export async function listStakeholderRows(
  db: Db,
  marketIds: Iterable<string>,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<FeedRow[]> {
  const ids = [...marketIds];
  if (ids.length === 0) return [];
  return db
    .selectFrom('feed')
    .selectAll()
    .where(IS_STAKEHOLDER_EVENT)
    .where(isOneOf(db, ids))
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .execute();
}

/** The markets in which the wallet was paid after this event. */
export async function listSettledMarkets(db: Db, wallet: string, after: bigint): Promise<string[]> {
  const own = db
    .selectFrom('feed')
    .select('market_id')
    .where('wallet', '=', wallet)
    .where('id', '>', after)
    .where('type', '=', 'position.settled');
  const inGroups = db
    .selectFrom('feed_bettors')
    .innerJoin('feed', 'feed.id', 'feed_id')
    .select('market_id')
    .where('bettor', '=', bettorOf(wallet))
    .where('feed_id', '>', after);
  const rows = await own.unionAll(inGroups).execute();
  return rows.flatMap(({ market_id }) => market_id ?? []);
}

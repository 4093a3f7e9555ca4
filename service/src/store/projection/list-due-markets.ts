// Lists markets that are due for the keeper. A page begins after the last market of the previous
// page.
import type { Address } from '@solana/kit';
import type { DecidedByWord } from '@tote/conditions/decided-by-word';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { sql } from 'kysely';
import type { Db, Store } from '../store.ts';
import { findMarket, type MarketCache } from './market-cache.ts';
import { type MarketRow, type MarketView, OPEN, RESOLVED, toMarketView } from './market-view.ts';

const TRIGGERED = 1;

interface DuePage {
  readonly limit: number;
  readonly after?: MarketView;
}

/** As in `decided_by`; what is attested is an event, where silence is No, or a verdict. */
export type DueKind = 'fact' | 'samples' | 'web' | 'event' | 'verdict';

/** Open and expired, ordered by expiry. All, those of a kind, or those past their refund date. */
export async function listExpiredMarkets(
  db: Db,
  now: UnixSeconds,
  page: DuePage,
  kind?: DueKind | 'overdue',
): Promise<MarketView[]> {
  const isExpired = sql<boolean>`expires_at <= ${BigInt(now)}`;
  if (kind === undefined) return listOpen(db, 'expires_at', page, isExpired);
  const isOverdue = sql<boolean>`refund_at <= ${BigInt(now)}`;
  const isDue = kind === 'overdue' ? isOverdue : sql`${IS_KIND[kind]} and not ${isOverdue}`;
  return listOpen(db, 'expires_at', page, sql<boolean>`${isExpired} and ${isDue}`);
}

export async function listOpenMarkets(db: Db, kind: DueKind, page: DuePage): Promise<MarketView[]> {
  return listOpen(db, 'expires_at', page, IS_KIND[kind]);
}

/** Its condition is what decides it. The keeper only refunds the others. */
const MATCHES = sql.raw('mismatch is null');
const IS_TRIGGERED = sql<boolean>`flags & ${BigInt(TRIGGERED)} <> 0`;

const decidedBy = (...words: DecidedByWord[]) =>
  sql<boolean>`decided_by in (${sql.join(words)}) and ${MATCHES}`;

/** Only an event is triggered, by its attestation. */
const IS_KIND: Readonly<Record<DueKind, ReturnType<typeof sql<boolean>>>> = {
  fact: decidedBy('fact'),
  samples: decidedBy('samples'),
  web: decidedBy('web'),
  event: sql<boolean>`${decidedBy('attestation')} and ${IS_TRIGGERED}`,
  verdict: sql<boolean>`${decidedBy('attestation')} and not (${IS_TRIGGERED})`,
};

/** Expired, and its oracle has not answered yet. Those that are refunded first come first. */
export async function listAwaitingVerdict(
  db: Db,
  { oracle, now, limit }: { oracle: Address; now: UnixSeconds; limit: number },
): Promise<MarketView[]> {
  const rows = await db
    .selectFrom('markets')
    .selectAll()
    .where('state', '=', OPEN)
    .where('expires_at', '<=', BigInt(now))
    .where('refund_at', '>', BigInt(now))
    .where('subject', '=', oracle)
    .where(IS_KIND.verdict)
    .where(sql<boolean>`not exists (${ATTESTED})`)
    .orderBy('refund_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return views(rows);
}

const ATTESTED = sql.raw('select 1 from attestations where attestations.market_id = markets.id');

/** Open and before the expiry, decided by the state of an account at any time until then. */
async function listTriggeredFacts(db: Db, now: UnixSeconds, page: DuePage): Promise<MarketView[]> {
  const isFact = sql<boolean>`source = ${BigInt(MarketSource.StateFact)} and ${IS_TRIGGERED}`;
  const isEarly = sql<boolean>`${MATCHES} and expires_at > ${BigInt(now)}`;
  return listOpen(db, 'expires_at', page, sql<boolean>`${isFact} and ${isEarly}`);
}

async function listTimedFacts(db: Db, page: DuePage): Promise<MarketView[]> {
  const isTimed = sql<boolean>`source = ${BigInt(MarketSource.TimedFact)} and ${MATCHES}`;
  return listOpen(db, 'expires_at', page, isTimed);
}

/** Whether an open market is decided by what was published in the span. */
async function hasTimedFact(
  db: Db,
  { after, until }: { readonly after: bigint; readonly until: bigint },
): Promise<boolean> {
  const found = await db
    .selectFrom('markets')
    .select('id')
    .where('state', '=', OPEN)
    .where('source', '=', BigInt(MarketSource.TimedFact))
    .where('expires_at', '>', after)
    .where('expires_at', '<=', until)
    .limit(1)
    .execute();
  return found.length > 0;
}

/** Open and measured, with recorded evidence: a resolution was interrupted. */
async function listEvidencedMarkets(db: Db, limit: number): Promise<MarketView[]> {
  const hasEvidence = sql<boolean>`exists (${EVIDENCE})`;
  return listOpen(db, 'expires_at', { limit }, sql`${IS_MEASURED} and ${hasEvidence}`);
}

const IS_MEASURED = decidedBy('samples', 'web');
const EVIDENCE = sql.raw('select 1 from evidence where evidence.market_id = markets.id');

export async function hasObservedMarket(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from markets
    where state = ${OPEN} and ${decidedBy('samples', 'web', 'fact')} limit 1`.execute(db);
  return rows.length > 0;
}

/** Open, with betting closed within the span, ordered by `closesAt`. */
async function listClosedMarkets(
  db: Db,
  { from, to }: { from: UnixSeconds; to: UnixSeconds },
  page: DuePage,
): Promise<MarketView[]> {
  const isWithin = sql<boolean>`closes_at >= ${BigInt(from)} and closes_at <= ${BigInt(to)}`;
  return listOpen(db, 'closes_at', page, sql<boolean>`${isWithin} and ${MATCHES}`);
}

/** Open, with an expiry within the span, waiting for the verdict of its oracle. */
export async function listVerdictMarkets(
  db: Db,
  { from, to }: { from: UnixSeconds; to: UnixSeconds },
  page: DuePage,
): Promise<MarketView[]> {
  const isWithin = sql<boolean>`expires_at >= ${BigInt(from)} and expires_at <= ${BigInt(to)}`;
  const isAwaited = sql<boolean>`${IS_KIND.verdict} and not exists (${ATTESTED})`;
  return listOpen(db, 'expires_at', page, sql<boolean>`${isWithin} and ${isAwaited}`);
}

async function listOracleMarkets(db: Db, page: DuePage): Promise<MarketView[]> {
  return listOpen(db, 'expires_at', page, sql<boolean>`source = ${BigInt(MarketSource.Oracle)}`);
}

/** With an outcome that can still be vetoed: only those of oracles have a veto time. */
async function listProposedMarkets(
  db: Db,
  now: UnixSeconds,
  { limit, after }: DuePage,
): Promise<MarketView[]> {
  let query = db
    .selectFrom('markets')
    .selectAll()
    .where(sql<boolean>`veto_ends_at is not null and veto_ends_at > ${BigInt(now)}`)
    // Not in the form of an index: they are found by the time.
    .where(sql<boolean>`veto_ends_at > resolved_at and state + 0 = ${RESOLVED}`);
  if (after?.end) {
    const at = BigInt(after.end.vetoEndsAt);
    query = query.where(sql<boolean>`(veto_ends_at, id) > (${at}, ${after.id})`);
  }
  return views(await query.orderBy('veto_ends_at').orderBy('id').limit(limit).execute());
}

async function listOpen(
  db: Db,
  order: 'expires_at' | 'closes_at',
  { limit, after }: DuePage,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<MarketView[]> {
  let query = db.selectFrom('markets').selectAll().where('state', '=', OPEN).where(condition);
  if (after) {
    const at = BigInt(order === 'expires_at' ? after.expiresAt : after.closesAt);
    query = query.where(sql<boolean>`(${sql.ref(order)}, id) > (${at}, ${after.id})`);
  }
  return views(await query.orderBy(order).orderBy('id').limit(limit).execute());
}

/** Ended, the veto time over, with positions that are not settled. */
export async function listUnsettledMarkets(
  db: Db,
  now: UnixSeconds,
  page: DuePage,
): Promise<MarketView[]> {
  const mayBeUnsettled = sql<boolean>`fees_moved = 0 and bets > 0`;
  return listEnded(db, now, page, sql<boolean>`${mayBeUnsettled} and exists (${OPEN_POSITIONS})`);
}

export async function findOldestUnsettled(
  db: Db,
  now: UnixSeconds,
): Promise<UnixSeconds | undefined> {
  const { at } = await db
    .selectFrom('markets')
    .select(sql<bigint | null>`min(veto_ends_at)`.as('at'))
    .where(sql<boolean>`state > 1`)
    .where(sql<boolean>`+veto_ends_at <= ${BigInt(now)}`)
    .where(sql<boolean>`fees_moved = 0 and bets > 0 and exists (${OPEN_POSITIONS})`)
    .executeTakeFirstOrThrow();
  return at === null ? undefined : unixSeconds(at);
}

/** Settled, and either with fees to move or expired with an account to close. */
async function listClosableMarkets(db: Db, now: UnixSeconds, page: DuePage): Promise<MarketView[]> {
  const isDue = sql<boolean>`(fees_moved = 0 or expires_at <= ${BigInt(now)})`;
  const isSettled = sql<boolean>`(fees_moved = 1 or not exists (${OPEN_POSITIONS}))`;
  return listEnded(db, now, page, sql<boolean>`account_closed = 0 and ${isDue} and ${isSettled}`);
}

const OPEN_POSITIONS = sql.raw(
  'select 1 from positions where positions.market_id = markets.id and positions.payout is null',
);

async function listEnded(
  db: Db,
  now: UnixSeconds,
  { limit, after }: DuePage,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<MarketView[]> {
  let query = db
    .selectFrom('markets')
    .selectAll()
    // Literally as in the partial indexes: with a parameter SQLite would not use them. The `+`
    // keeps it from using the index on the time, which covers every market that ever ended.
    .where(sql<boolean>`state > 1`)
    .where(sql<boolean>`+veto_ends_at <= ${BigInt(now)}`)
    .where(condition);
  if (after) query = query.where('id', '>', after.id);
  return views(await query.orderBy('id').limit(limit).execute());
}

export async function listUnsettledPositions(
  db: Db,
  marketId: string,
  limit: number,
): Promise<Address[]> {
  const rows = await db
    .selectFrom('positions')
    .select('bettor')
    .where('market_id', '=', marketId)
    .where('payout', 'is', null)
    .orderBy('bettor')
    .limit(limit)
    .execute();
  return rows.map(({ bettor }) => bettor as Address);
}

function views(rows: readonly MarketRow[]): MarketView[] {
  return rows.map(toMarketView);
}

export interface MarketPage {
  readonly limit: number;
  readonly after?: MarketView;
}

interface Span {
  readonly from: UnixSeconds;
  readonly to: UnixSeconds;
}

export type KeeperReads = ReturnType<typeof createKeeperReads>;

export function createKeeperReads(store: Store, cache: MarketCache) {
  const { db } = store;
  return {
    findMarket: (id: string) => findMarket(store, cache, id),
    listDueMarkets: (now: UnixSeconds, page: MarketPage, kind?: DueKind | 'overdue') =>
      listExpiredMarkets(db, now, page, kind),
    listOpenMarkets: (kind: DueKind, page: MarketPage) => listOpenMarkets(db, kind, page),
    listTriggeredFacts: (now: UnixSeconds, page: MarketPage) => listTriggeredFacts(db, now, page),
    listTimedFacts: (page: MarketPage) => listTimedFacts(db, page),
    hasTimedFact: (span: Parameters<typeof hasTimedFact>[1]) => hasTimedFact(db, span),
    listEvidencedMarkets: (limit: number) => listEvidencedMarkets(db, limit),
    listClosedMarkets: (span: Span, page: MarketPage) => listClosedMarkets(db, span, page),
    listVerdictMarkets: (span: Span, page: MarketPage) => listVerdictMarkets(db, span, page),
    listOracleMarkets: (page: MarketPage) => listOracleMarkets(db, page),
    listProposedMarkets: (now: UnixSeconds, page: MarketPage) => listProposedMarkets(db, now, page),
    listUnsettledMarkets: (now: UnixSeconds, page: MarketPage) =>
      listUnsettledMarkets(db, now, page),
    findOldestUnsettled: (now: UnixSeconds) => findOldestUnsettled(db, now),
    listClosableMarkets: (now: UnixSeconds, page: MarketPage) => listClosableMarkets(db, now, page),
    listUnsettled: (marketId: string, limit: number) => listUnsettledPositions(db, marketId, limit),
  };
}

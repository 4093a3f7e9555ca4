// Lists markets that are due for the keeper. A page begins after the last market of the previous
// page.
import type { Address } from '@solana/kit';
import type { DecidedByWord } from '@tote/conditions/decided-by-word';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { type RawBuilder, sql } from 'kysely';
import { findRow, findValue, listRows, listValues, toInstant } from '../statements.ts';
import type { Db, Store } from '../store.ts';
import { findMarket, type MarketCache } from './market-cache.ts';
import { type MarketRow, type MarketView, OPEN, RESOLVED, toMarketView } from './market-view.ts';

const TRIGGERED = 1;
const WALK_PAGE = 500;

export interface MarketPage {
  readonly limit: number;
  readonly after?: MarketView;
}

/** All markets of a list, page by page. */
export async function* walkMarkets(
  list: (page: MarketPage) => Promise<readonly MarketView[]>,
): AsyncIterable<MarketView> {
  for (let after: MarketView | undefined; ; ) {
    const page = await list({ limit: WALK_PAGE, after });
    yield* page;
    if (page.length < WALK_PAGE) return;
    after = page.at(-1);
  }
}

interface Span {
  readonly from: UnixSeconds;
  readonly to: UnixSeconds;
}

/** As in `decided_by`; what is attested is an event, where silence is No, or a verdict. */
export type DueKind = 'fact' | 'samples' | 'web' | 'event' | 'verdict';

type Sql = RawBuilder<unknown>;

export function listExpiredMarkets(
  db: Db,
  now: UnixSeconds,
  page: MarketPage,
  kind?: DueKind | 'overdue',
) {
  const isExpired = sql`expires_at <= ${BigInt(now)}`;
  if (kind === undefined) return listOpen(db, page, isExpired);
  const isOverdue = sql`refund_at <= ${BigInt(now)}`;
  const isDue = kind === 'overdue' ? isOverdue : sql`${IS_KIND[kind]} and not ${isOverdue}`;
  return listOpen(db, page, sql`${isExpired} and ${isDue}`);
}

export const listOpenMarkets = (db: Db, kind: DueKind, page: MarketPage) =>
  listOpen(db, page, IS_KIND[kind]);

/** Its condition is what decides it. The keeper only refunds the others. */
const MATCHES = sql.raw('mismatch is null');
const IS_TRIGGERED = sql`flags & ${BigInt(TRIGGERED)} <> 0`;

const decidedBy = (...words: DecidedByWord[]) =>
  sql`decided_by in (${sql.join(words)}) and ${MATCHES}`;

const IS_KIND: Readonly<Record<DueKind, Sql>> = {
  fact: decidedBy('fact'),
  samples: decidedBy('samples'),
  web: decidedBy('web'),
  event: sql`${decidedBy('attestation')} and ${IS_TRIGGERED}`,
  verdict: sql`${decidedBy('attestation')} and not (${IS_TRIGGERED})`,
};

const ATTESTED = sql.raw('select 1 from attestations where attestations.market_id = markets.id');
const IS_AWAITED = sql`${IS_KIND.verdict} and not exists (${ATTESTED})`;

export function listAwaitingVerdict(
  db: Db,
  { oracle, now, limit }: { oracle: Address; now: UnixSeconds; limit: number },
) {
  const isWaiting = sql`expires_at <= ${BigInt(now)} and refund_at > ${BigInt(now)}`;
  const where = sql`state = ${OPEN} and ${isWaiting} and subject = ${oracle} and ${IS_AWAITED}`;
  return list(db, where, sql`refund_at, id`, limit);
}

const IS_STATE = sql`source = ${BigInt(MarketSource.StateFact)} and ${IS_TRIGGERED}`;
const IS_ORACLE = sql`source = ${BigInt(MarketSource.Oracle)}`;
const IS_TIMED = sql`source = ${BigInt(MarketSource.TimedFact)}`;

const EVIDENCE = sql.raw('select 1 from evidence where evidence.market_id = markets.id');
const IS_EVIDENCED = sql`${decidedBy('samples', 'web')} and exists (${EVIDENCE})`;

/** Those of the demo count only if they expire until `soon`. */
export async function hasObservedMarket(
  db: Db,
  { demo, soon }: { readonly demo: readonly Address[]; readonly soon: UnixSeconds },
): Promise<boolean> {
  const isDemo = demo.length > 0 ? sql`creator in (${sql.join(demo)})` : sql`1 = 0`;
  const counts = sql`not (${isDemo}) or expires_at <= ${BigInt(soon)}`;
  return hasOpen(db, sql`${decidedBy('samples', 'web', 'fact')} and (${counts})`);
}

/** Whether an open market counts the launches of the demo launchpad. */
export const hasDemoLaunches = (db: Db) =>
  hasOpen(db, sql`${decidedBy('samples')} and condition like '%"launchpad":"demo"%'`);

/** Whether the condition of an open market names the account. */
export const isNamedByMarket = (db: Db, address: string) =>
  hasOpen(db, sql`condition like ${`%"${address}"%`}`);

async function hasOpen(db: Db, condition: Sql): Promise<boolean> {
  const found = await findRow(db)`select 1 from markets
    where state = ${OPEN} and ${condition} limit 1`;
  return found !== undefined;
}

const isWithin = (column: string, from: UnixSeconds, to: UnixSeconds) =>
  sql`${sql.raw(column)} >= ${BigInt(from)} and ${sql.raw(column)} <= ${BigInt(to)}`;

export const listVerdictMarkets = (db: Db, { from, to }: Span, page: MarketPage) =>
  listOpen(db, page, sql`${isWithin('expires_at', from, to)} and ${IS_AWAITED}`);

/** With an outcome that can still be vetoed: only those of oracles have a veto time. */
function listProposedMarkets(db: Db, now: UnixSeconds, { limit, after }: MarketPage) {
  const isVetoable = sql`veto_ends_at is not null and veto_ends_at > ${BigInt(now)}`;
  // Not in the form of an index: they are found by the time.
  const isProposed = sql`veto_ends_at > resolved_at and state + 0 = ${RESOLVED}`;
  const isBehind = after?.end
    ? sql`(veto_ends_at, id) > (${BigInt(after.end.vetoEndsAt)}, ${after.id})`
    : TRUE;
  const where = sql`${isVetoable} and ${isProposed} and ${isBehind}`;
  return list(db, where, sql`veto_ends_at, id`, limit);
}

const TRUE = sql`1 = 1`;

function listOpen(
  db: Db,
  { limit, after }: MarketPage,
  condition: Sql,
  order: 'expires_at' | 'closes_at' = 'expires_at',
) {
  const at = order === 'expires_at' ? after?.expiresAt : after?.closesAt;
  const isBehind = after ? sql`(${sql.ref(order)}, id) > (${BigInt(at ?? 0)}, ${after.id})` : TRUE;
  const where = sql`state = ${OPEN} and ${condition} and ${isBehind}`;
  return list(db, where, sql`${sql.ref(order)}, id`, limit);
}

const OPEN_POSITIONS = sql.raw(
  'select 1 from positions where positions.market_id = markets.id and positions.payout is null',
);
const IS_UNSETTLED = sql`fees_moved = 0 and bets > 0 and exists (${OPEN_POSITIONS})`;

/** Literally as in the partial indexes. The `+` avoids the index of all that ever ended. */
const isEnded = (now: UnixSeconds) => sql`state > 1 and +veto_ends_at <= ${BigInt(now)}`;

export const listUnsettledMarkets = (db: Db, now: UnixSeconds, page: MarketPage) =>
  listEnded(db, now, page, IS_UNSETTLED);

export async function findOldestUnsettled(db: Db, now: UnixSeconds) {
  const at = await findValue<bigint | null>(db)`select min(veto_ends_at) as at from markets
    where ${isEnded(now)} and ${IS_UNSETTLED}`;
  return toInstant(at ?? null) ?? undefined;
}

function listClosableMarkets(db: Db, now: UnixSeconds, page: MarketPage) {
  const isDue = sql`(fees_moved = 0 or expires_at <= ${BigInt(now)})`;
  const isSettled = sql`(fees_moved = 1 or not exists (${OPEN_POSITIONS}))`;
  return listEnded(db, now, page, sql`account_closed = 0 and ${isDue} and ${isSettled}`);
}

function listEnded(db: Db, now: UnixSeconds, { limit, after }: MarketPage, condition: Sql) {
  const isBehind = after ? sql`id > ${after.id}` : TRUE;
  return list(db, sql`${isEnded(now)} and ${condition} and ${isBehind}`, sql`id`, limit);
}

/** In ascending order, at most one for each second. What is over already counts as now. */
export async function listDueTimes(db: Db, now: UnixSeconds, until: UnixSeconds) {
  const [from, to] = [BigInt(now), BigInt(until)];
  const finalAt = sql.raw('case when fees_moved = 0 then veto_ends_at else expires_at end');
  const open = sql`from markets where state = ${OPEN}`;
  const ended = sql`from markets where state > 1 and account_closed = 0`;
  // Thousands may be over: whether there is one is all that counts.
  const times = await listValues<bigint>(db)`
    select distinct at from (
      select cast(${from} as bigint) as at
        where exists (select 1 ${open} and expires_at <= ${from})
        or exists (select 1 ${ended} and ${finalAt} <= ${from})
      union all select closes_at ${open} and closes_at > ${from} and closes_at <= ${to}
      union all select expires_at ${open} and expires_at > ${from} and expires_at <= ${to}
      union all select refund_at ${open} and expires_at <= ${to}
        and refund_at > ${from} and refund_at <= ${to}
      union all select ${finalAt} ${ended} and ${finalAt} > ${from} and ${finalAt} <= ${to}
    ) as times order by at`;
  return times.map(unixSeconds);
}

async function list(db: Db, where: Sql, order: Sql, limit: number): Promise<MarketView[]> {
  const rows = await listRows<MarketRow>(db)`select * from markets where ${where}
    order by ${order} limit ${limit}`;
  return rows.map(toMarketView);
}

export const listUnsettledPositions = (db: Db, marketId: string, limit: number) =>
  listValues<Address>(db)`select bettor from positions
    where market_id = ${marketId} and payout is null order by bettor limit ${limit}`;

export type KeeperReads = ReturnType<typeof createKeeperReads>;

export function createKeeperReads(store: Store, cache: MarketCache) {
  const { db } = store;
  const of =
    <Rest extends unknown[], Result>(read: (db: Db, ...rest: Rest) => Result) =>
    (...rest: Rest) =>
      read(db, ...rest);
  return {
    findMarket: (id: string) => findMarket(store, cache, id),
    listDueMarkets: of(listExpiredMarkets),
    listOpenMarkets: of(listOpenMarkets),
    listTriggeredFacts: (now: UnixSeconds, page: MarketPage) =>
      listOpen(db, page, sql`${IS_STATE} and ${MATCHES} and expires_at > ${BigInt(now)}`),
    listTimedFacts: (page: MarketPage) => listOpen(db, page, sql`${IS_TIMED} and ${MATCHES}`),
    hasTimedFact: ({ after, until }: { after: bigint; until: bigint }) =>
      hasOpen(db, sql`${IS_TIMED} and expires_at > ${after} and expires_at <= ${until}`),
    listEvidencedMarkets: (limit: number) => listOpen(db, { limit }, IS_EVIDENCED),
    listClosedMarkets: ({ from, to }: Span, page: MarketPage) =>
      listOpen(db, page, sql`${isWithin('closes_at', from, to)} and ${MATCHES}`, 'closes_at'),
    listVerdictMarkets: of(listVerdictMarkets),
    listOracleMarkets: (page: MarketPage) => listOpen(db, page, IS_ORACLE),
    listProposedMarkets: of(listProposedMarkets),
    listUnsettledMarkets: of(listUnsettledMarkets),
    findOldestUnsettled: of(findOldestUnsettled),
    listClosableMarkets: of(listClosableMarkets),
    listDueTimes: of(listDueTimes),
    listUnsettled: of(listUnsettledPositions),
  };
}

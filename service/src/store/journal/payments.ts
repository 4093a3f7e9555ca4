import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { type SqlBool, sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { findRow, findValue, isPostgres } from '../statements.ts';
import type { Db } from '../store.ts';

const SECONDS_PER_DAY = 86_400;

export const dayOf = (at: UnixSeconds): number => Math.floor(at / SECONDS_PER_DAY);

export const dayAfter = (at: UnixSeconds): UnixSeconds =>
  unixSeconds((dayOf(at) + 1) * SECONDS_PER_DAY);

interface Fee {
  readonly wallet: string;
  readonly lamports: bigint;
  readonly now: UnixSeconds;
}

/** False if the wallet's fees of the day would be more than `most`. Then nothing is changed. */
export async function addFee(db: Db, { wallet, lamports, now }: Fee, most: bigint) {
  if (lamports > most) return false;
  const paid = await findRow(db)`
    insert into paid_fees as known (wallet, day, lamports)
    values (${wallet}, ${BigInt(dayOf(now))}, ${lamports})
    on conflict (wallet, day) do update set lamports = known.lamports + excluded.lamports
      where known.lamports + excluded.lamports <= ${most}
    returning wallet`;
  return paid !== undefined;
}

export async function sumFees(db: Db, { wallet, now }: Pick<Fee, 'wallet' | 'now'>) {
  const lamports = await findValue<bigint>(db)`select lamports from paid_fees
    where wallet = ${wallet} and day = ${BigInt(dayOf(now))}`;
  return lamports ?? 0n;
}

// The rent that the relayer paid for the markets of each creator. It comes back when a market's
// account is closed. A rent is entered before the market is sent, so that markets that are created
// at the same time count too.

const ROWS_PER_BATCH = 1_000;
const LOCK = 0x7265_6e74;

export interface PaidRent {
  readonly creator: string;
  readonly marketId: string;
  readonly lamports: bigint;
  readonly expiresAt: UnixSeconds;
  readonly day: number;
  /** What the relayer holds; undefined: there is no budget per day. */
  readonly balance: bigint | undefined;
}

export interface RentLimits {
  readonly marketsPerCreator: number;
  readonly rentPercentPerDay: number;
}

type ReachedLimit = keyof RentLimits | undefined;

/**
 * Its account is closed, or it was never created and never will be. With a condition on
 * `created_at`, SQLite takes the index of the pending submissions, which are few.
 */
const IS_BACK = sql<SqlBool>`(
  exists (select 1 from markets where id = paid_rents.market_id and account_closed = 1)
  or not exists (select 1 from markets where id = paid_rents.market_id)
    and not exists (select 1 from submissions
      where submissions.market_id = paid_rents.market_id
        and state = 'pending' and created_at >= 0))`;

/** Enters the rent, or changes nothing and returns the limit that it would exceed. */
export async function addRent(db: Db, rent: PaidRent, limits: RentLimits): Promise<ReachedLimit> {
  const { creator, marketId, lamports, expiresAt, day } = rent;
  // Two replicas would each count without the other's row.
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
  if (await findReached(db, rent, limits)) {
    // Only now: there are never more rows of a creator than the limit, however many have closed.
    await db.deleteFrom('paid_rents').where('creator', '=', creator).where(IS_BACK).execute();
    const reached = await findReached(db, rent, limits);
    if (reached) return reached;
  }
  const times = { expires_at: BigInt(expiresAt), day: BigInt(day) };
  await bulkInsert(db, 'paid_rents', [{ creator, market_id: marketId, lamports, ...times }]);
  return undefined;
}

export async function findReachedLimit(db: Db, rent: PaidRent, limits: RentLimits) {
  const reached = await findReached(db, rent, limits);
  return reached && findReached(db, rent, limits, true);
}

async function findReached(
  db: Db,
  { creator, lamports, day, balance }: PaidRent,
  { marketsPerCreator, rentPercentPerDay }: RentLimits,
  withoutReturned = false,
): Promise<ReachedLimit> {
  const condition = withoutReturned ? sql`and not ${IS_BACK}` : sql``;
  const markets = await findValue<bigint>(db)`select count(*) as markets from paid_rents
    where creator = ${creator} ${condition}`;
  if ((markets ?? 0n) >= BigInt(marketsPerCreator)) return 'marketsPerCreator';
  if (balance === undefined) return undefined;
  const paid = await sumRentsOfDay(db, day);
  const budget = rentBudget(rentPercentPerDay, balance, paid);
  return paid + lamports > budget ? 'rentPercentPerDay' : undefined;
}

export const rentBudget = (percent: number, balance: bigint, paid: bigint): bigint =>
  ((balance + paid) * BigInt(percent)) / 100n;

export const sumRentsOfDay = (db: Db, day: number) => sumRents(db, sql`day = ${BigInt(day)}`);

export async function sumRents(db: Db, condition = sql`1 = 1`): Promise<bigint> {
  const paid = await findValue<bigint>(db)`
    select cast(coalesce(sum(lamports), 0) as bigint) as paid
    from paid_rents where ${condition} and not ${IS_BACK}`;
  return paid ?? 0n;
}

export async function deleteReturnedRents(db: Db, now: UnixSeconds): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`delete from paid_rents
    where (creator, market_id) in (select creator, market_id from paid_rents
      where expires_at < ${BigInt(now)} and ${IS_BACK}
      order by expires_at limit ${ROWS_PER_BATCH})`.execute(db);
  return numAffectedRows;
}

// Deletes rows of transactions that a fork dropped.
import type { Address } from '@solana/kit';
import type { Db } from '../store.ts';
import { hasBetOn } from './ledger.ts';
import { recountProfits, toDay } from './profits.ts';
import { deleteMarketWords } from './save-markets.ts';
import { ALL_DAYS, addTotals, type BettorDay, NO_TOTALS, SUMS, type TotalRow } from './totals.ts';
import { deleteTransactions } from './transactions.ts';

/** How many closed markets are checked. Older ones have long been final. */
const CLOSED_MAX = 1_000;

export async function deleteMarketRows(db: Db, marketId: string): Promise<void> {
  const counted = await findCounted(db, marketId);
  await db.deleteFrom('bets').where('market_id', '=', marketId).execute();
  await db.deleteFrom('positions').where('market_id', '=', marketId).execute();
  await db.deleteFrom('market_rules').where('market_id', '=', marketId).execute();
  await db.deleteFrom('market_transactions').where('market_id', '=', marketId).execute();
  await deleteMarketWords(db, marketId);
  await db.deleteFrom('markets').where('id', '=', marketId).execute();
  if (counted) await uncount(db, counted);
}

export async function deleteDroppedTransactions(
  db: Db,
  signatures: readonly string[],
): Promise<void> {
  await db.deleteFrom('fee_events').where('signature', 'in', signatures).execute();
  await db.deleteFrom('transfers').where('signature', 'in', signatures).execute();
  await deleteTransactions(db, signatures);
}

interface TouchedMarkets {
  readonly touched: readonly Address[];
  /** The last ones whose fees moved. No row has the signature of that transaction. */
  readonly closed: readonly { readonly address: Address; readonly sequence: bigint }[];
}

export async function listTouchedMarkets(
  db: Db,
  signatures: readonly string[],
): Promise<TouchedMarkets> {
  const touched = await db
    .selectFrom('markets')
    .select('address')
    .where((where) =>
      where.or([
        where('created_signature', 'in', signatures),
        where('resolved_signature', 'in', signatures),
        where(
          'id',
          'in',
          db.selectFrom('bets').select('market_id').where('signature', 'in', signatures),
        ),
        where(
          'id',
          'in',
          db
            .selectFrom('positions')
            .select('market_id')
            .where('settled_signature', 'in', signatures),
        ),
      ]),
    )
    .execute();
  const closed = await db
    .selectFrom('markets')
    .select(['address', 'sequence'])
    .where('fees_moved', '=', 1n)
    .where('veto_ends_at', 'is not', null)
    .orderBy('veto_ends_at', 'desc')
    .limit(CLOSED_MAX)
    .execute();
  return {
    touched: touched.map(({ address }) => address as Address),
    closed: closed.map(({ address, sequence }) => ({ address: address as Address, sequence })),
  };
}

// Takes a market out of profits and totals, before its rows are written again. That is rare, so it
// looks at every bet of the market.

interface Counted {
  readonly currency: bigint;
  readonly totals: ReadonlyMap<bigint, TotalRow>;
  readonly bettorDays: readonly BettorDay[];
  readonly paid: readonly string[];
}

export async function findCounted(db: Db, marketId: string): Promise<Counted | undefined> {
  const market = await db
    .selectFrom('markets')
    .select(['currency', 'fees_moved', 'burn', 'dust'])
    .where('id', '=', marketId)
    .executeTakeFirst();
  if (!market) return undefined;
  const { currency } = market;
  const totals = new Map<bigint, TotalRow>();
  const at = (time: bigint): TotalRow => {
    const day = toDay(time);
    const row = totals.get(day) ?? { currency, day, ...NO_TOTALS };
    totals.set(day, row);
    return row;
  };
  const bettorDays = new Map<string, BettorDay>();
  for (const { bettor, amount, placed_at } of await listBets(db, marketId)) {
    const row = at(placed_at);
    row.volume += amount;
    row.bets += 1n;
    bettorDays.set(`${row.day} ${bettor}`, { currency, day: row.day, bettor });
    bettorDays.set(`${ALL_DAYS} ${bettor}`, { currency, day: ALL_DAYS, bettor });
  }
  const paid = await listPaid(db, marketId);
  for (const { payout, settled_at } of paid) at(settled_at ?? 0n).paid += payout ?? 0n;
  const closedAt = market.fees_moved === 0n ? undefined : await findClosedAt(db, marketId);
  if (closedAt !== undefined) at(closedAt).burned += market.burn + market.dust;
  const bettors = paid.map(({ bettor }) => bettor);
  return { currency, totals, bettorDays: [...bettorDays.values()], paid: bettors };
}

/** After the rows of the market were deleted. */
export async function uncount(
  db: Db,
  { currency, totals, bettorDays, paid }: Counted,
): Promise<void> {
  await recountProfits(db, paid);
  const sums = { currency, day: ALL_DAYS, ...NO_TOTALS };
  const rows = new Map(totals).set(ALL_DAYS, sums);
  for (const row of totals.values()) for (const name of SUMS) sums[name] += row[name];
  for (const each of bettorDays) {
    const row = rows.get(each.day);
    if (!row || (await hasBetOn(db, each))) continue;
    row.bettors += 1n;
    await db
      .deleteFrom('bettor_days')
      .where('currency', '=', currency)
      .where('day', '=', each.day)
      .where('bettor', '=', each.bettor)
      .execute();
  }
  await addTotals(db, [...rows.values()].map(negate));
  await db
    .deleteFrom('totals')
    .where('day', 'in', [...rows.keys()])
    .where((where) => where.and(SUMS.map((name) => where(name, '=', 0n))))
    .execute();
}

function negate(row: TotalRow): TotalRow {
  const negated = { ...row };
  for (const name of SUMS) negated[name] = -row[name];
  return negated;
}

function listBets(db: Db, marketId: string) {
  return db
    .selectFrom('bets')
    .select(['bettor', 'amount', 'placed_at'])
    .where('market_id', '=', marketId)
    .execute();
}

function listPaid(db: Db, marketId: string) {
  return db
    .selectFrom('positions')
    .select(['bettor', 'payout', 'settled_at'])
    .where('market_id', '=', marketId)
    .where('payout', 'is not', null)
    .execute();
}

/** When its fees moved: the first of one or two transactions. */
async function findClosedAt(db: Db, marketId: string): Promise<bigint | undefined> {
  const closed = await db
    .selectFrom('market_transactions')
    .select('block_time')
    .where('market_id', '=', marketId)
    .where('kind', '=', 'closed')
    .orderBy('slot')
    .limit(1)
    .executeTakeFirst();
  return closed?.block_time;
}

// Bets that we placed for their wallets, from the moment their id is allocated.
import { CompiledQuery, type Selectable } from 'kysely';
import { isPostgres } from '../engine.ts';
import { giveLeave } from '../execute-later.ts';
import { bulkInsert } from '../projection/bulk-insert.ts';
import type { JournalTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type SubmittedBetRow = Selectable<JournalTables['submitted_bets']>;

/** Those that a bet has from the start; the others are null until it is decided. */
const COLUMNS = [
  'bet_id',
  'wallet',
  'bettor',
  'epoch',
  'id_number',
  'market_id',
  'outcome',
  'amount',
  'signature',
  'state',
  'idempotency_key',
  'created_at',
] as const;

export async function insertSubmittedBets(db: Db, rows: readonly SubmittedBetRow[]): Promise<void> {
  await bulkInsert(db, { table: 'submitted_bets', columns: COLUMNS, rows, suffix: '' });
}

/** What became of bets that are there already. */
export async function decideSubmittedBets(db: Db, rows: readonly SubmittedBetRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.executeQuery(isPostgres(db) ? decideInPostgres(rows) : decideInSqlite(rows));
}

const DECIDE_SQLITE = `update submitted_bets set state = ?, pool_yes = ?, pool_no = ?, error = ?,
  decided_at = ? where bet_id = ?`;

function decideInSqlite(rows: readonly SubmittedBetRow[]): CompiledQuery {
  const parameters = rows.flatMap((row) => [
    row.state,
    row.pool_yes,
    row.pool_no,
    row.error,
    row.decided_at,
    row.bet_id,
  ]);
  const query = CompiledQuery.raw(DECIDE_SQLITE, parameters);
  return giveLeave(query, { isLater: true, rows: rows.length });
}

/** One parameter, however many they are. */
function decideInPostgres(rows: readonly SubmittedBetRow[]): CompiledQuery {
  const decided = rows.map((row) => [
    row.bet_id,
    row.state,
    toText(row.pool_yes),
    toText(row.pool_no),
    row.error,
    toText(row.decided_at),
  ]);
  return CompiledQuery.raw(DECIDE_POSTGRES, [JSON.stringify(decided)]);
}

const toText = (value: bigint | null) => (value === null ? null : value.toString());

const DECIDE_POSTGRES = `update submitted_bets set state = decided.state,
  pool_yes = decided.pool_yes, pool_no = decided.pool_no, error = decided.error,
  decided_at = decided.decided_at from (select value ->> 0 as bet_id, value ->> 1 as state,
    (value ->> 2)::bigint as pool_yes, (value ->> 3)::bigint as pool_no,
    value ->> 4 as error, (value ->> 5)::bigint as decided_at
    from jsonb_array_elements($1::jsonb)) as decided
  where submitted_bets.bet_id = decided.bet_id`;

/** The bets of a transaction that expired go on with the one that takes its place. */
export async function moveSubmittedBets(db: Db, from: string, to: string): Promise<void> {
  await db
    .updateTable('submitted_bets')
    .set({ signature: to })
    .where('signature', '=', from)
    .where('state', '=', 'pending')
    .execute();
}

export async function findSubmittedBet(
  db: Db,
  betId: string,
): Promise<SubmittedBetRow | undefined> {
  return db.selectFrom('submitted_bets').selectAll().where('bet_id', '=', betId).executeTakeFirst();
}

export async function listSubmittedBets(db: Db, signature: string): Promise<SubmittedBetRow[]> {
  return db
    .selectFrom('submitted_bets')
    .selectAll()
    .where('signature', '=', signature)
    .orderBy('bet_id')
    .execute();
}

export interface OldestPending {
  readonly bettor: string;
  readonly epoch: bigint;
  readonly oldest: bigint;
}

/** The oldest id of each of these bettors that is not decided, for those that have one. */
export async function findOldestPending(
  db: Db,
  bettors: readonly string[],
): Promise<OldestPending[]> {
  if (bettors.length === 0) return [];
  return db
    .selectFrom('submitted_bets')
    .select(['bettor', 'epoch'])
    .select(({ fn }) => fn.min('id_number').as('oldest'))
    .where('state', '=', 'pending')
    .where('bettor', 'in', bettors)
    .groupBy(['bettor', 'epoch'])
    .execute();
}

// Bets that we placed for their wallets, from the moment their id is allocated.
import type { Selectable } from 'kysely';
import { bulkInsert } from '../projection/bulk-insert.ts';
import type { JournalTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type SubmittedBetRow = Selectable<JournalTables['submitted_bets']>;

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
  'pool_yes',
  'pool_no',
  'error',
  'idempotency_key',
  'created_at',
  'decided_at',
] as const;

export async function insertSubmittedBets(db: Db, rows: readonly SubmittedBetRow[]): Promise<void> {
  await bulkInsert(db, { table: 'submitted_bets', columns: COLUMNS, rows, suffix: '' });
}

/** What became of bets that are there already. One statement, however many they are. */
export async function decideSubmittedBets(db: Db, rows: readonly SubmittedBetRow[]): Promise<void> {
  const suffix = `on conflict (bet_id) do update set state = excluded.state,
    signature = excluded.signature, pool_yes = excluded.pool_yes, pool_no = excluded.pool_no,
    error = excluded.error, decided_at = excluded.decided_at`;
  await bulkInsert(db, { table: 'submitted_bets', columns: COLUMNS, rows, suffix });
}

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

// Transactions that we signed, stored before they are sent.
import { CompiledQuery, type Selectable } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { isPostgres } from '../engine.ts';
import { giveLeave } from '../execute-later.ts';
import type { JournalTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type SubmissionRow = Selectable<JournalTables['submissions']>;
export type SubmissionKind = 'place-bets' | 'create-market' | 'wallet' | 'faucet';
export type DecidedState = 'landed' | 'failed' | 'refused' | 'expired';

export interface NewSubmission {
  readonly signature: string;
  readonly kind: SubmissionKind;
  readonly wire: Uint8Array;
  readonly lastValidBlockHeight: bigint;
  readonly marketId: string | null;
  /** What `formatBets` says of the bets that it carries. */
  readonly bets?: string;
  /** Unix seconds, the chain's time. */
  readonly createdAt: bigint;
}

/** Those that it has from the start; the others are null until it is decided. */
const COLUMNS = [
  'signature',
  'kind',
  'wire',
  'last_valid_block_height',
  'state',
  'market_id',
  'bets',
  'created_at',
] as const;

export async function insertSubmission(db: Db, submission: NewSubmission): Promise<void> {
  await insertSubmissions(db, [submission]);
}

export async function insertSubmissions(
  db: Db,
  submissions: readonly NewSubmission[],
): Promise<void> {
  const rows: SubmissionRow[] = submissions.map((submission) => ({
    signature: submission.signature,
    kind: submission.kind,
    wire: submission.wire,
    last_valid_block_height: submission.lastValidBlockHeight,
    state: 'pending',
    replaced_by: null,
    market_id: submission.marketId,
    bets: submission.bets ?? null,
    error: null,
    created_at: submission.createdAt,
    decided_at: null,
  }));
  await bulkInsert(db, { table: 'submissions', columns: COLUMNS, rows, suffix: '' });
}

export interface SubmissionDecision {
  readonly signature: string;
  readonly state: DecidedState;
  readonly decidedAt: bigint;
  /** `{code, params}` as JSON. */
  readonly error?: string;
  /** The signature of the one that carries its bets now, or several: `formatReplacements`. */
  readonly replacedBy?: string;
}

/** For the column `replaced_by`: a group that was split has one for each of its bets. */
export function formatReplacements(signatures: readonly string[]): string {
  return signatures.join(' ');
}

export function readReplacements({ replaced_by }: Pick<SubmissionRow, 'replaced_by'>): string[] {
  return replaced_by === null ? [] : replaced_by.split(' ');
}

const DECIDE_SQLITE = `update submissions set state = ?, decided_at = ?, error = ?, replaced_by = ?
  where signature = ? and state = 'pending'`;
const DECIDE_POSTGRES = `update submissions set state = $1, decided_at = $2, error = $3,
  replaced_by = $4 where signature = $5 and state = 'pending'`;

/** False when it was decided before, perhaps by another replica: then nothing else is to do. */
export async function decideSubmission(db: Db, decision: SubmissionDecision): Promise<boolean> {
  const query = CompiledQuery.raw(isPostgres(db) ? DECIDE_POSTGRES : DECIDE_SQLITE, [
    decision.state,
    decision.decidedAt,
    decision.error ?? null,
    decision.replacedBy ?? null,
    decision.signature,
  ]);
  const { numAffectedRows } = await db.executeQuery(giveLeave(query, { changes: 1 }));
  return numAffectedRows === 1n;
}

export async function findSubmission(
  db: Db,
  signature: string,
): Promise<SubmissionRow | undefined> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('signature', '=', signature)
    .executeTakeFirst();
}

export async function isSubmissionDecided(db: Db, signature: string): Promise<boolean> {
  const text = `select state from submissions where signature = ${isPostgres(db) ? '$1' : '?'}`;
  const query = CompiledQuery.raw(text, [signature]);
  const { rows } = await db.executeQuery<Pick<SubmissionRow, 'state'>>(query);
  return rows[0] !== undefined && rows[0].state !== 'pending';
}

/** Oldest first: those that nobody has decided and that were made before this time. */
export async function listPendingSubmissions(
  db: Db,
  { before, limit }: { before: bigint; limit: number },
): Promise<SubmissionRow[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('state', '=', 'pending')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

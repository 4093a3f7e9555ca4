// Transactions that we signed. Stored before they are sent.
import { sql } from 'kysely';
import { bulkInsert, bulkInsertReturning } from '../bulk-insert.ts';
import type { JournalTables } from '../schema.ts';
import { findRow, listRows, rawQuery, withHint } from '../statements.ts';
import type { Db } from '../store.ts';

export type SubmissionRow = JournalTables['submissions'];
export type SubmissionKind = 'place-bets' | 'create-market' | 'wallet' | 'faucet';

type NewSubmission = Omit<SubmissionRow, 'state' | 'replaced_by' | 'error' | 'decided_at'>;

export async function insertSubmissions(db: Db, submissions: readonly NewSubmission[]) {
  const rows = submissions.map((submission) => ({ ...submission, state: 'pending' }));
  await bulkInsert(db, 'submissions', rows);
}

export interface SubmissionDecision {
  readonly signature: string;
  readonly kind: SubmissionKind;
  readonly state: 'landed' | 'failed' | 'refused' | 'expired';
  readonly decidedAt: bigint;
  readonly error?: string;
  /** The signatures of the submissions that contain its bets now, by `formatReplacements`. */
  readonly replacedBy?: string;
}

/** For the column `replaced_by`. A group that was split has one signature for each bet. */
export const formatReplacements = (signatures: readonly string[]): string => signatures.join(' ');

export const readReplacements = ({ replaced_by }: Pick<SubmissionRow, 'replaced_by'>): string[] =>
  replaced_by === null ? [] : replaced_by.split(' ');

const DECIDE = `update submissions set state = ?, decided_at = ?, error = ?, replaced_by = ?
  where signature = ? and state = 'pending'`;
const DELETE = "delete from submissions where signature = ? and state = 'pending'";

/** False when it was decided before, for instance by another replica. Landed bets are deleted. */
export async function decideSubmission(db: Db, decision: SubmissionDecision): Promise<boolean> {
  const { signature, kind, state, replacedBy = null } = decision;
  const isNeeded = kind !== 'place-bets' || state !== 'landed' || replacedBy !== null;
  const values = [state, decision.decidedAt, decision.error ?? null, replacedBy, signature];
  const query = isNeeded ? rawQuery(db, DECIDE, values) : rawQuery(db, DELETE, [signature]);
  const { numAffectedRows } = await db.executeQuery(withHint(query, { expectedChanges: 1 }));
  return numAffectedRows === 1n;
}

export const findSubmission = (db: Db, signature: string) =>
  findRow<SubmissionRow>(db)`select * from submissions where signature = ${signature}`;

export async function isSubmissionDecided(db: Db, signature: string): Promise<boolean> {
  const query = rawQuery(db, 'select state from submissions where signature = ?', [signature]);
  const { rows } = await db.executeQuery<Pick<SubmissionRow, 'state'>>(query);
  return rows[0]?.state !== 'pending';
}

export const listPendingSubmissions = (
  db: Db,
  { before, limit }: { before: bigint; limit: number },
) =>
  listRows<SubmissionRow>(db)`select * from submissions
    where state = 'pending' and created_at <= ${before} order by created_at limit ${limit}`;

// Messages that we built for wallets to sign. We co-sign no others.

export type PreparedKind = 'account' | 'bet' | 'create-market' | 'veto';

export type PreparedMessage = JournalTables['prepared'] & { readonly kind: PreparedKind };

export async function insertPrepared(db: Db, message: Omit<PreparedMessage, 'signature'>) {
  const suffix = 'on conflict (message_hash) do nothing returning message_hash';
  return (await bulkInsertReturning(db, 'prepared', [message], suffix)).length > 0;
}

export const findPrepared = (db: Db, messageHash: string) =>
  findRow<PreparedMessage>(db)`select * from prepared where message_hash = ${messageHash}`;

/** A wallet can sign a message in several ways, but the chain executes it once. */
export async function claimPrepared(db: Db, messageHash: string, signature: string) {
  const { numAffectedRows } = await sql`
    update prepared set signature = ${signature} where message_hash = ${messageHash}
    and signature is null`.execute(db);
  if (numAffectedRows) return undefined;
  return (await findPrepared(db, messageHash))?.signature ?? signature;
}

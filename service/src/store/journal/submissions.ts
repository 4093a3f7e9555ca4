// Transactions that we signed. Stored before they are sent.
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import { bulkInsert, bulkInsertReturning } from '../bulk-insert.ts';
import type { JournalTables } from '../schema.ts';
import { findRow, listRows, rawQuery, withHint } from '../statements.ts';
import type { Db } from '../store.ts';

export type SubmissionRow = JournalTables['submissions'];
export type SubmissionKind = 'place-bets' | 'create-market' | 'wallet' | 'faucet';

interface NewSubmission {
  readonly signature: string;
  readonly kind: SubmissionKind;
  readonly wire: Uint8Array;
  readonly lastValidBlockHeight: bigint;
  readonly marketId: string | null;
  readonly bets?: string;
  readonly createdAt: bigint;
}

export async function insertSubmissions(db: Db, submissions: readonly NewSubmission[]) {
  const rows = submissions.map((submission) => ({
    signature: submission.signature,
    kind: submission.kind,
    wire: submission.wire,
    last_valid_block_height: submission.lastValidBlockHeight,
    state: 'pending',
    market_id: submission.marketId,
    bets: submission.bets ?? null,
    created_at: submission.createdAt,
  }));
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

export interface PreparedMessage {
  readonly messageHash: string;
  readonly wallet: string;
  readonly kind: PreparedKind;
  readonly marketId: string | null;
  readonly intent: string;
  readonly lastValidBlockHeight: bigint;
  readonly createdAt: UnixSeconds;
  readonly signature: string | null;
}

export async function insertPrepared(db: Db, message: Omit<PreparedMessage, 'signature'>) {
  const row = {
    message_hash: message.messageHash,
    wallet: message.wallet,
    kind: message.kind,
    market_id: message.marketId,
    intent: message.intent,
    last_valid_block_height: message.lastValidBlockHeight,
    created_at: BigInt(message.createdAt),
  };
  const suffix = 'on conflict (message_hash) do nothing returning message_hash';
  return (await bulkInsertReturning(db, 'prepared', [row], suffix)).length > 0;
}

export async function findPrepared(db: Db, messageHash: string) {
  const row = await findRow<JournalTables['prepared']>(db)`select * from prepared
    where message_hash = ${messageHash}`;
  if (!row) return undefined;
  return {
    messageHash,
    wallet: row.wallet,
    kind: row.kind as PreparedKind,
    marketId: row.market_id,
    intent: row.intent,
    lastValidBlockHeight: row.last_valid_block_height,
    createdAt: unixSeconds(row.created_at),
    signature: row.signature,
  };
}

/** A wallet can sign a message in several ways, but the chain executes it once. */
export async function claimPrepared(db: Db, messageHash: string, signature: string) {
  const { numAffectedRows } = await sql`
    update prepared set signature = ${signature} where message_hash = ${messageHash}
    and signature is null`.execute(db);
  if (numAffectedRows) return undefined;
  return (await findPrepared(db, messageHash))?.signature ?? signature;
}

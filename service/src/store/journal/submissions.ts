// Transactions that we signed, stored before they are sent.
import type { Selectable } from 'kysely';
import { bulkInsert } from '../projection/bulk-insert.ts';
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
  /** Unix seconds, the chain's time. */
  readonly createdAt: bigint;
}

const COLUMNS = [
  'signature',
  'kind',
  'wire',
  'last_valid_block_height',
  'state',
  'replaced_by',
  'market_id',
  'error',
  'created_at',
  'decided_at',
] as const;

export async function insertSubmission(db: Db, submission: NewSubmission): Promise<void> {
  const row: SubmissionRow = {
    signature: submission.signature,
    kind: submission.kind,
    wire: submission.wire,
    last_valid_block_height: submission.lastValidBlockHeight,
    state: 'pending',
    replaced_by: null,
    market_id: submission.marketId,
    error: null,
    created_at: submission.createdAt,
    decided_at: null,
  };
  await bulkInsert(db, { table: 'submissions', columns: COLUMNS, rows: [row], suffix: '' });
}

export interface SubmissionDecision {
  readonly signature: string;
  readonly state: DecidedState;
  readonly decidedAt: bigint;
  /** `{code, params}` as JSON. */
  readonly error?: string;
  readonly replacedBy?: string;
}

/** False when it was decided before, perhaps by another replica: then nothing else is to be done. */
export async function decideSubmission(db: Db, decision: SubmissionDecision): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({
      state: decision.state,
      decided_at: decision.decidedAt,
      error: decision.error ?? null,
      replaced_by: decision.replacedBy ?? null,
    })
    .where('signature', '=', decision.signature)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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

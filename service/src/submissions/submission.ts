// A transaction that we send for somebody, from the journal to its end: stored, sent, decided,
// recorded. The kinds differ in what they carry and in what they answer; runner.ts is the same.
import type { LandedTransaction, TransactionFailure } from '@tote/chain/landed';
import type { Landing, SignedTransaction } from '@tote/chain/landing';
import {
  insertSubmissions,
  type SubmissionKind,
  type SubmissionRow,
} from '../store/journal/submissions.ts';
import { formatBets, type SubmittedBetRow } from '../store/journal/submitted-bets.ts';
import type { Db } from '../store/store.ts';

export interface Submission {
  readonly kind: SubmissionKind;
  readonly signed: SignedTransaction;
  readonly marketId: string | null;
  /** The bets that it carries. */
  readonly bets: readonly { readonly row: SubmittedBetRow }[];
  /** Unix seconds, the chain's time. */
  readonly createdAt: bigint;
}

/** How the chain has decided. Until then a submission is pending. */
export type Outcome =
  | { readonly kind: 'landed'; readonly landed: LandedTransaction }
  /** Executed, and failed: its fee was paid and nothing else happened. */
  | {
      readonly kind: 'failed';
      readonly landed: LandedTransaction;
      readonly failure: TransactionFailure;
    }
  /** A node refused it before it was sent on: it never executed and never will. */
  | { readonly kind: 'refused'; readonly failure: TransactionFailure }
  /** Its blockhash is too old and the chain does not know it: it never executed and never will. */
  | { readonly kind: 'expired' };

export function toOutcome(landing: Landing): Outcome {
  if (landing.kind !== 'landed' || !landing.landed.error) return landing;
  return { kind: 'failed', landed: landing.landed, failure: landing.landed.error };
}

export function failureOf(outcome: Outcome): TransactionFailure | undefined {
  return 'failure' in outcome ? outcome.failure : undefined;
}

/** In the journal, with its bets, before it is sent. */
export async function storeSubmissions(db: Db, submissions: readonly Submission[]): Promise<void> {
  await insertSubmissions(
    db,
    submissions.map(({ kind, signed, marketId, bets, createdAt }) => ({
      signature: signed.signature,
      wire: signed.wire,
      lastValidBlockHeight: signed.lastValidBlockHeight,
      ...{ kind, marketId, createdAt },
      ...(bets.length > 0 && { bets: formatBets(bets.map(({ row }) => row)) }),
    })),
  );
}

/** The same with other bytes: they were signed again. */
export function withSigned<S extends Submission>(
  submission: S,
  signed: SignedTransaction,
  createdAt: bigint,
): S {
  const { signature } = signed;
  const bets = submission.bets.map((bet) => ({ ...bet, row: { ...bet.row, signature } }));
  return { ...submission, signed, bets, createdAt };
}

/** The bytes of one that a process left behind: it may have sent them. */
export function restoreSigned(row: SubmissionRow): SignedTransaction {
  return {
    signature: row.signature,
    wire: row.wire,
    lastValidBlockHeight: row.last_valid_block_height,
    mayHaveBeenSent: true,
  };
}

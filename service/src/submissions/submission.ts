// A submission is a transaction that we send for a caller: stored, sent, decided, recorded.
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
  readonly bets: readonly { readonly row: SubmittedBetRow }[];
  /** Unix seconds, the chain's time. */
  readonly createdAt: bigint;
}

export type Outcome =
  | { readonly kind: 'landed'; readonly landed: LandedTransaction }
  | {
      readonly kind: 'failed';
      readonly landed: LandedTransaction;
      readonly failure: TransactionFailure;
    }
  /** Refused by a node in preflight: it never executed and never will. */
  | { readonly kind: 'refused'; readonly failure: TransactionFailure }
  /** Its blockhash expired before it landed: it never executed and never will. */
  | { readonly kind: 'expired' };

export function toOutcome(landing: Landing): Outcome {
  if (landing.kind !== 'landed' || !landing.landed.error) return landing;
  return { kind: 'failed', landed: landing.landed, failure: landing.landed.error };
}

export function failureOf(outcome: Outcome): TransactionFailure | undefined {
  return 'failure' in outcome ? outcome.failure : undefined;
}

export async function storeSubmissions(db: Db, submissions: readonly Submission[]): Promise<void> {
  await insertSubmissions(
    db,
    submissions.map(({ kind, signed, marketId, bets, createdAt }) => ({
      signature: signed.signature,
      wire: signed.wire,
      lastValidBlockHeight: signed.lastValidBlockHeight,
      ...{ kind, marketId, createdAt },
      ...(bets.length > 0 && {
        bets: formatBets(
          bets.map(({ row }) => row),
          marketId,
        ),
      }),
    })),
  );
}

export function withSigned<S extends Submission>(
  submission: S,
  signed: SignedTransaction,
  createdAt: bigint,
): S {
  const { signature } = signed;
  const bets = submission.bets.map((bet) => ({ ...bet, row: { ...bet.row, signature } }));
  return { ...submission, signed, bets, createdAt };
}

export function restoreSigned(row: SubmissionRow): SignedTransaction {
  return {
    signature: row.signature,
    wire: row.wire,
    lastValidBlockHeight: row.last_valid_block_height,
    mayHaveBeenSent: true,
  };
}

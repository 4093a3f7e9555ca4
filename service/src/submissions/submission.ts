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

export const failureOf = (outcome: Outcome): TransactionFailure | undefined =>
  'failure' in outcome ? outcome.failure : undefined;

export async function storeSubmissions(db: Db, submissions: readonly Submission[]): Promise<void> {
  const rows = submissions.map(({ kind, signed, marketId, bets: placed, createdAt }) => {
    const { signature, wire, lastValidBlockHeight } = signed;
    const bets = placed.map(({ row }) => row);
    return {
      ...{ signature, kind, wire, market_id: marketId, created_at: createdAt },
      last_valid_block_height: lastValidBlockHeight,
      bets: bets.length > 0 ? formatBets(bets, marketId) : null,
    };
  });
  await insertSubmissions(db, rows);
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

export function restoreSigned({ signature, wire, ...row }: SubmissionRow): SignedTransaction {
  const lastValidBlockHeight = row.last_valid_block_height;
  return { signature, wire, lastValidBlockHeight, mayHaveBeenSent: true };
}

// Handles credits of play money as submissions. They are not signed again: the caller may retry.
import { findProgramErrorName } from '@tote/chain/transaction-failure';
import { DomainError } from '@tote/domain';
import type { SubmissionRow } from '../store/journal/submissions.ts';
import { toRecordedError } from '../submissions/recorded-error.ts';
import type { SubmissionHandler, ToRecord } from '../submissions/runner.ts';
import {
  failureOf,
  type Outcome,
  restoreSigned,
  type Submission,
} from '../submissions/submission.ts';

export interface FaucetSubmission extends Submission {
  readonly kind: 'faucet';
}

export const FAUCET_HANDLER: SubmissionHandler<FaucetSubmission> = {
  async conclude(_, outcome): Promise<ToRecord> {
    if (outcome.kind === 'landed') return { kind: 'record' };
    return { kind: 'record', error: toRecordedError(explain(outcome)) };
  },

  async restore(row: SubmissionRow): Promise<FaucetSubmission> {
    const { created_at: createdAt } = row;
    return { kind: 'faucet', signed: restoreSigned(row), marketId: null, bets: [], createdAt };
  },
};

function explain(outcome: Outcome): DomainError {
  const failure = failureOf(outcome);
  const name = failure && findProgramErrorName(failure);
  return new DomainError(
    name === 'NotWalletOrOperator' ? 'operator_disabled' : 'chain_unavailable',
  );
}

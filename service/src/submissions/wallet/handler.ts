// Handles transactions that a wallet signed as submissions. We cannot sign them again.
import type { Address } from '@solana/kit';
import type { TransactionFailure } from '@tote/chain/landed';
import { splitTransaction } from '@tote/chain/split-transaction';
import {
  findPrepared,
  type PreparedMessage,
  type SubmissionRow,
} from '../../store/journal/submissions.ts';
import type { CommandContext } from '../context.ts';
import type { RecordedError } from '../records.ts';
import type { SubmissionHandler, ToRecord } from '../runner.ts';
import { type Outcome, restoreSigned, type Submission } from '../submission.ts';
import { hashMessage } from './cosign.ts';
import { describeFailure } from './failure.ts';

export interface WalletSubmission extends Submission {
  readonly kind: 'wallet';
  /** Undefined once it was deleted. */
  readonly prepared: PreparedMessage | undefined;
}

export const EXPIRED: RecordedError = { code: 'transaction_expired', params: {} };

export class WalletHandler implements SubmissionHandler<WalletSubmission> {
  readonly #context: CommandContext;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  async conclude({ prepared }: WalletSubmission, outcome: Outcome): Promise<ToRecord> {
    const isOnChain = 'landed' in outcome;
    if (prepared && isOnChain) this.#context.bettors.forget(prepared.wallet as Address);
    if (outcome.kind === 'landed') return { kind: 'record' };
    if (outcome.kind === 'expired') return { kind: 'record', error: EXPIRED };
    return { kind: 'record', error: await this.describe(prepared, outcome.failure) };
  }

  async restore(row: SubmissionRow): Promise<WalletSubmission> {
    const { message } = splitTransaction(row.wire);
    const prepared = await findPrepared(this.#context.store.db, hashMessage(message));
    const shared = { kind: 'wallet', marketId: row.market_id, bets: [] } as const;
    return { ...shared, prepared, signed: restoreSigned(row), createdAt: row.created_at };
  }

  async describe(
    prepared: PreparedMessage | undefined,
    failure: TransactionFailure,
  ): Promise<RecordedError> {
    if (prepared) return describeFailure(this.#context, prepared, failure);
    return { code: 'transaction_failed', params: { reason: failure.text } };
  }
}

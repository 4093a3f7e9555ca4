import type { Caller } from '../auth/caller.ts';
import type { Idempotency, TransactionRecord } from '../use-cases/use-cases.ts';
import { toDomainError } from './recorded-error.ts';
import type { SubmitContext } from './wallet/context.ts';
import { findBetRecord } from './wallet/record.ts';
import { submitPrepared } from './wallet/submit.ts';

/** Sends a transaction that a wallet signed. The same bytes again get the same answer. */
export async function submitTransaction(
  context: SubmitContext,
  caller: Caller | null,
  transaction: string,
  idempotency?: Idempotency,
): Promise<TransactionRecord> {
  const submission = await submitPrepared(context, { caller, transaction, idempotency });
  const { signature, result } = submission;
  if (result.kind === 'refused') throw toDomainError(result.error, signature);
  const bet = await findBetRecord(context, submission);
  const shared = { transactionId: signature, bets: bet ? [bet] : [] };
  switch (result.kind) {
    case 'pending':
      return { ...shared, state: 'pending' };
    case 'landed':
      return { ...shared, state: 'confirmed', slot: result.landed.slot };
    case 'failed':
      return { ...shared, state: 'failed', slot: result.landed.slot, error: result.error };
  }
}

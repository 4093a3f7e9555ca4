import type { Caller } from '../auth/caller.ts';
import { toDomainError } from '../submissions/bets/record.ts';
import { findBetRecord } from '../submissions/wallet/record.ts';
import { type SubmitContext, submitPrepared } from '../submissions/wallet/submit.ts';
import type { Idempotency, TransactionRecord } from '../use-cases/use-cases.ts';

/** Sends what a wallet signed. The same bytes again get the same answer. */
export async function submitTransaction(
  context: SubmitContext,
  caller: Caller | null,
  transaction: string,
  idempotency?: Idempotency,
): Promise<TransactionRecord> {
  const submission = await submitPrepared(context, { caller, transaction, idempotency });
  const { signature, decision } = submission;
  if (decision.kind === 'refused') throw toDomainError(decision.error);
  const bet = await findBetRecord(context, submission);
  const shared = { transactionId: signature, bets: bet ? [bet] : [] };
  switch (decision.kind) {
    case 'pending':
      return { ...shared, state: 'pending' };
    case 'landed':
      return { ...shared, state: 'confirmed', slot: decision.landed.slot };
    case 'failed':
      return { ...shared, state: 'failed', slot: decision.landed.slot, error: decision.error };
  }
}

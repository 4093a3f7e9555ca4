import type { Caller } from '../auth/caller.ts';
import type { CommandContext } from './context.ts';
import type { Idempotency } from './idempotency-key.ts';
import { toDomainError } from './recorded-error.ts';
import type { TransactionRecord } from './records.ts';
import { findBetRecord } from './wallet/record.ts';
import { submitPrepared } from './wallet/submit.ts';

/** Sends a transaction that a wallet signed. The same bytes again get the same answer. */
export async function submitTransaction(
  context: CommandContext,
  caller: Caller | null,
  transaction: string,
  idempotency?: Idempotency,
): Promise<TransactionRecord> {
  const submission = await submitPrepared(context, { caller, transaction, idempotency });
  const { signature, result } = submission;
  if ('error' in result) throw toDomainError(result.error, signature);
  const bet = await findBetRecord(context, submission);
  const shared = { transactionId: signature, bets: bet ? [bet] : [] };
  return result.kind === 'landed'
    ? { ...shared, state: 'confirmed', slot: result.landed.slot }
    : { ...shared, state: 'pending' };
}

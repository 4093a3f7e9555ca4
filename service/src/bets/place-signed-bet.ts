import { DomainError } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import type { CommandContext } from '../submissions/context.ts';
import type { Idempotency } from '../submissions/idempotency.ts';
import { type BetRecord, toDomainError } from '../submissions/records.ts';
import { findBetRecord } from '../submissions/submit-transaction.ts';
import { submitPrepared } from '../submissions/wallet/submit.ts';

export async function placeSignedBet(
  context: CommandContext,
  caller: Caller | null,
  input: { readonly marketId: string; readonly transaction: string },
  idempotency?: Idempotency,
): Promise<BetRecord> {
  const { marketId, transaction } = input;
  const submission = await submitPrepared(context, {
    caller,
    transaction,
    idempotency,
    checkPurpose(prepared) {
      if (prepared.kind !== 'bet') throw mismatch('it is not a bet');
      if (prepared.marketId !== marketId) throw mismatch('it is a bet in another market');
    },
  });
  const { signature, result } = submission;
  if ('error' in result) throw toDomainError(result.error, signature);
  const bet = await findBetRecord(context, submission);
  if (!bet) throw mismatch('it is not a bet');
  return bet;
}

function mismatch(reason: string): DomainError {
  return new DomainError('transaction_mismatch', { reason });
}

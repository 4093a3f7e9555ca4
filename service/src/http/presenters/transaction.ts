import type { PreparedTransaction, TransactionRecord } from '../../use-cases/use-cases.ts';
import type { PreparedTransactionResponse, TransactionResponse } from '../schemas/transaction.ts';
import type { Decimals } from './amounts.ts';
import { presentBet, presentRecordedError } from './bet.ts';

export function presentTransaction(
  record: TransactionRecord,
  decimals: Decimals,
): TransactionResponse {
  const { transactionId, state, slot, replacedBy } = record;
  return {
    transactionId,
    state,
    ...(slot !== undefined && { slot: Number(slot) }),
    ...(replacedBy !== undefined && { replacedBy }),
    ...presentRecordedError(record.error),
    bets: record.bets.map((bet) => presentBet(bet, decimals)),
  };
}

export function presentPrepared(prepared: PreparedTransaction): PreparedTransactionResponse {
  return {
    transaction: prepared.transaction,
    lastValidBlockHeight: Number(prepared.lastValidBlockHeight),
    summary: [...prepared.summary],
  };
}

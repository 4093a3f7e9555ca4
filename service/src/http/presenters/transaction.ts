import type { PreparedTransaction } from '../../submissions/prepare/prepared.ts';
import type { TransactionRecord } from '../../submissions/records.ts';
import type { PreparedTransactionResponse, TransactionResponse } from '../schemas/transaction.ts';
import type { Decimals } from './amounts.ts';
import { presentBet, presentRecordedError } from './bet.ts';

export function presentTransaction(
  { slot, error, bets, ...record }: TransactionRecord,
  decimals: Decimals,
): TransactionResponse {
  return {
    ...record,
    ...(slot !== undefined && { slot: Number(slot) }),
    ...presentRecordedError(error),
    bets: bets.map((bet) => presentBet(bet, decimals)),
  };
}

export function presentPrepared(prepared: PreparedTransaction): PreparedTransactionResponse {
  const { transaction, lastValidBlockHeight, summary } = prepared;
  return {
    transaction,
    lastValidBlockHeight: Number(lastValidBlockHeight),
    summary: [...summary],
  };
}

import { DomainError } from '@tote/domain';
import { presentTransaction } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import { TransactionResponse } from '../schemas/bet.ts';

export const getTransaction = defineRoute('GET /v1/transactions/:transactionId', {
  tag: 'Transactions',
  summary: 'Get a transaction, its state and its bets',
  response: TransactionResponse,
  errors: ['transaction_not_found'],
  async handle({ queries }, { params: { transactionId } }) {
    const record = await queries.findTransaction(transactionId);
    if (record === undefined) throw new DomainError('transaction_not_found', { transactionId });
    return presentTransaction(record, queries.config().decimals);
  },
});

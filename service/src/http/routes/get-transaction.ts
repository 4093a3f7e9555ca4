import { DomainError } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { isTransactionId } from '../ids.ts';
import { describeOperation } from '../operation.ts';
import { presentTransaction } from '../presenters/transaction.ts';
import type { RouteContext } from '../route-context.ts';
import { TransactionResponse } from '../schemas/transaction.ts';

export function getTransactionRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Params: { transactionId: string } }>(
    '/transactions/:transactionId',
    describeOperation({
      id: 'getTransaction',
      tag: 'Transactions',
      summary: 'Get a transaction, its state and its bets',
      params: ['transactionId'],
      responses: { 200: TransactionResponse },
      errors: ['transaction_not_found'],
    }),
    async ({ params: { transactionId } }): Promise<TransactionResponse> => {
      const isId = isTransactionId(transactionId);
      const record = isId ? await queries.findTransaction(transactionId) : undefined;
      if (record === undefined) throw new DomainError('transaction_not_found', { transactionId });
      return presentTransaction(record, queries.config().decimals);
    },
  );
}

import type { FastifyInstance } from 'fastify';
import { idempotencyOf } from '../idempotency.ts';
import { describeOperation } from '../operation.ts';
import { presentTransaction } from '../presenters/transaction.ts';
import type { RouteContext } from '../route-context.ts';
import { SubmitTransactionBody, TransactionResponse } from '../schemas/transaction.ts';
import { SUBMIT_ERRORS } from './shared-errors.ts';

export function submitTransactionRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, queries, access } = context;
  app.post<{ Body: SubmitTransactionBody }>(
    '/transactions',
    {
      ...describeOperation({
        id: 'submitTransaction',
        tag: 'Transactions',
        summary: 'Submit a prepared transaction that the wallet signed',
        credential: 'optional',
        body: SubmitTransactionBody,
        keepsKey: true,
        responses: { 200: TransactionResponse, 202: TransactionResponse },
        errors: SUBMIT_ERRORS,
      }),
      preValidation: access.optional,
    },
    async (request, reply): Promise<TransactionResponse> => {
      const { caller, body } = request;
      const idempotency = idempotencyOf(request);
      const record = await commands.submitTransaction(caller, body.transaction, idempotency);
      reply.code(record.state === 'pending' ? 202 : 200);
      return presentTransaction(record, queries.config().decimals);
    },
  );
}

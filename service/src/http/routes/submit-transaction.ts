import { presentTransaction } from '../presenters/bet.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { TransactionResponse } from '../schemas/bet.ts';
import { body, transactionIn } from '../schemas/fragments.ts';
import { SUBMIT_ERRORS } from './shared-errors.ts';

export const submitTransaction = defineRoute({
  id: 'submitTransaction',
  method: 'POST',
  path: '/v1/transactions',
  tag: 'Transactions',
  summary: 'Submit a prepared transaction that the wallet signed',
  credential: 'optional',
  body: body({ transaction: transactionIn() }),
  keepsKey: true,
  response: TransactionResponse,
  statuses: [200, 202],
  errors: SUBMIT_ERRORS,
  async handle({ commands, queries }, request, reply) {
    const { caller, body } = request;
    const idempotency = idempotencyOf(request);
    const record = await commands.submitTransaction(caller, body.transaction, idempotency);
    reply.code(record.state === 'pending' ? 202 : 200);
    return presentTransaction(record, queries.config().decimals);
  },
});

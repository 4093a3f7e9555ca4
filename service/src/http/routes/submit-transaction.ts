import { presentTransaction } from '../presenters/bet.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { TransactionResponse } from '../schemas/bet.ts';
import { body, transactionIn } from '../schemas/fragments.ts';
import { SUBMIT_ERRORS } from './shared-errors.ts';

/** What blocked countries may not submit. What withdraws, closes or vetoes works everywhere. */
const OFFERED = ['bet', 'create-market'];

export const submitTransaction = defineRoute('POST /v1/transactions', {
  tag: 'Transactions',
  summary: 'Submit a prepared transaction that the wallet signed',
  worksEverywhere: true,
  credential: 'optional',
  body: body({ transaction: transactionIn() }),
  keepsKey: true,
  response: TransactionResponse,
  statuses: [200, 202],
  errors: [...SUBMIT_ERRORS, 'country_blocked'],
  async handle({ commands, queries, checkCountry }, request, reply) {
    const { caller, body } = request;
    const idempotency = idempotencyOf(request);
    const refusal = checkCountry(request);
    const checkPurpose = ({ kind }: { readonly kind: string }) => {
      if (refusal && OFFERED.includes(kind)) throw refusal;
    };
    const { transaction } = body;
    const record = await commands.submitTransaction(caller, transaction, idempotency, checkPurpose);
    reply.code(record.state === 'pending' ? 202 : 200);
    return presentTransaction(record, queries.config().decimals);
  },
});

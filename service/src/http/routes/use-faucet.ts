import { Type } from '@sinclair/typebox';
import { DomainError } from '@tote/domain';
import { callerOf, refuseForeignPage } from '../access.ts';
import { presentPerCurrency } from '../presenters/bet.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { amountOut, body, moneyIn, perCurrency, response } from '../schemas/fragments.ts';
import { AMOUNT_ERRORS } from './shared-errors.ts';

export const useFaucet = defineRoute('POST /v1/faucet', {
  tag: 'Account',
  summary: 'Get test funds (embedded chain only)',
  scope: 'bet',
  body: body(moneyIn()),
  keepsKey: true,
  response: response({ balances: perCurrency(amountOut()), transactionId: Type.String() }),
  errors: [
    ...AMOUNT_ERRORS,
    'currency_invalid',
    'operator_disabled',
    'chain_unavailable',
    'origin_not_allowed',
    'host_not_allowed',
  ],
  options: ({ queries, pages }) => ({
    // On a cluster this path does not exist.
    onRequest: (request, _reply, done) => {
      const isEmbedded = queries.config().cluster === 'embedded';
      done(isEmbedded ? refuseForeignPage(request, pages) : new DomainError('route_not_found'));
    },
  }),
  async handle({ commands, queries }, request) {
    const caller = callerOf(request);
    const idempotency = idempotencyOf(request);
    const { balances, transactionId } = await commands.useFaucet(caller, request.body, idempotency);
    return { balances: presentPerCurrency(balances, queries.config().decimals), transactionId };
  },
});

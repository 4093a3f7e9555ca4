import { Type } from '@sinclair/typebox';
import { walletOf } from '../access.ts';
import { presentPrepared } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import { PreparedTransactionResponse } from '../schemas/bet.ts';
import { addressIn, body, prepareIn } from '../schemas/fragments.ts';
import { PREPARE_ERRORS } from './shared-errors.ts';

const PrepareVetoBody = body({
  wallet: Type.Optional(addressIn('The guardian, if the request has no credential.')),
  ...prepareIn(),
});

export const prepareVeto = defineRoute('POST /v1/markets/:marketId/veto/prepare', {
  tag: 'Markets',
  summary: 'Prepare the veto of an outcome as a transaction for the guardian to sign',
  worksEverywhere: true,
  credential: 'optional',
  body: PrepareVetoBody,
  response: PreparedTransactionResponse,
  errors: [
    'market_not_found',
    'guardian_required',
    'outcome_missing',
    'veto_time_over',
    'market_vetoed',
    'chain_unavailable',
    ...PREPARE_ERRORS,
  ],
  options: ({ limitPrepares }) => ({ preHandler: limitPrepares }),
  async handle({ commands }, request) {
    const { wallet, ...options } = request.body;
    const guardian = walletOf(request, wallet);
    const { marketId } = request.params;
    return presentPrepared(await commands.prepareVeto(guardian, marketId, options));
  },
});

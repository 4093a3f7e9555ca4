import { Type } from '@sinclair/typebox';
import { walletOf } from '../access.ts';
import { presentPrepared } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import { bet, PreparedTransactionResponse } from '../schemas/bet.ts';
import { addressIn, body, named, prepareIn } from '../schemas/fragments.ts';
import { BET_ERRORS, PREPARE_ERRORS } from './shared-errors.ts';

const PrepareBetBody = body({
  ...bet,
  wallet: Type.Optional(addressIn('The bettor, if the request has no credential.')),
  ...prepareIn(),
});

export const prepareBet = defineRoute({
  id: 'prepareBet',
  method: 'POST',
  path: '/v1/markets/:marketId/bets/prepare',
  tag: 'Bets',
  summary: 'Prepare a bet as a transaction for your wallet to sign',
  credential: 'optional',
  body: named('PrepareBetRequest', PrepareBetBody),
  response: PreparedTransactionResponse,
  errors: [...BET_ERRORS, ...PREPARE_ERRORS],
  options: ({ limitPrepares }) => ({ preHandler: limitPrepares }),
  async handle({ commands }, request) {
    const { wallet, feePayer, transactionVersion, ...bet } = request.body;
    const input = { ...bet, ...request.params };
    const options = { feePayer, transactionVersion };
    return presentPrepared(await commands.prepareBet(walletOf(request, wallet), input, options));
  },
});

import { Type } from '@sinclair/typebox';
import { walletOf } from '../access.ts';
import { presentPrepared } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import { bet, PreparedTransactionResponse } from '../schemas/bet.ts';
import { addressIn, allowanceIn, body, instantIn, named, prepareIn } from '../schemas/fragments.ts';
import { PREPARE_ERRORS, SIGNED_BET_ERRORS } from './shared-errors.ts';

const PrepareBetBody = body({
  ...bet,
  wallet: Type.Optional(addressIn('The bettor, if the request has no credential.')),
  allowance: Type.Optional(
    body(
      {
        ...allowanceIn(),
        expiresAt: Type.Optional(instantIn('When the permission ends; default: in 30 days.')),
      },
      {
        description:
          'What the service may bet for the wallet afterwards. It replaces what was allowed ' +
          'before; a currency that is left out gets none.',
      },
    ),
  ),
  ...prepareIn(),
});

export const prepareBet = defineRoute('POST /v1/markets/:marketId/bets/prepare', {
  tag: 'Bets',
  summary: 'Prepare a bet, with all that the wallet lacks for it, as one transaction to sign',
  credential: 'optional',
  body: named('PrepareBetRequest', PrepareBetBody),
  response: PreparedTransactionResponse,
  errors: [...SIGNED_BET_ERRORS, ...PREPARE_ERRORS, 'timestamp_malformed', 'token_account_guarded'],
  options: ({ limitPrepares }) => ({ preHandler: limitPrepares }),
  async handle({ commands }, request) {
    const { wallet, feePayer, transactionVersion, ...bet } = request.body;
    const input = { ...bet, ...request.params };
    const options = { feePayer, transactionVersion };
    return presentPrepared(await commands.prepareBet(walletOf(request, wallet), input, options));
  },
});

import { Type } from '@sinclair/typebox';
import { walletOf } from '../access.ts';
import { presentPrepared } from '../presenters/transaction.ts';
import { defineRoute } from '../route.ts';
import {
  addressIn,
  addressOrNullIn,
  amountIn,
  body,
  instantIn,
  integerIn,
  moneyIn,
  named,
  prepareIn,
  type Static,
} from '../schemas/fragments.ts';
import { PreparedTransactionResponse } from '../schemas/transaction.ts';
import { ACCOUNT_ERRORS, PREPARE_ERRORS } from './shared-errors.ts';

const SLOTS_MAX = 1_024;
const ACTIONS_MAX = 10;

const slots = () => integerIn(1, SLOTS_MAX, 'Maximum number of markets at the same time.');

const action = Type.Union(
  [
    body({ type: Type.Literal('open'), slots: Type.Optional(slots()) }),
    body({ type: Type.Literal('grow'), slots: slots() }),
    body({ type: Type.Literal('deposit'), ...moneyIn() }),
    body({
      type: Type.Literal('withdraw'),
      ...moneyIn(),
      tokenAccount: Type.Optional(
        addressIn('The token account of the wallet for UTILITY; default: its associated one.'),
      ),
    }),
    body({
      type: Type.Literal('delegate'),
      delegate: Type.Optional(
        addressOrNullIn('Who may bet for the wallet; default: this service; null: nobody.'),
      ),
      expiresAt: Type.Optional(instantIn('When the permission ends.')),
      allowance: Type.Optional(
        body({ SOL: Type.Optional(amountIn()), UTILITY: Type.Optional(amountIn()) }),
      ),
    }),
    body({ type: Type.Literal('autoWithdraw'), enabled: Type.Boolean() }),
    body({
      type: Type.Literal('close'),
      forfeitSol: Type.Optional(
        Type.Boolean({
          description:
            'Leaves the remaining SOL to the buyback. Allowed only if it is less than the rent ' +
            'of an empty account.',
        }),
      ),
      forfeitUtility: Type.Optional(
        Type.Boolean({
          description:
            'Burns the remaining UTILITY. Allowed only if its base units are fewer than the ' +
            'lamports of rent of a token account: withdrawing so little may cost more.',
        }),
      ),
    }),
  ],
  { jsonObject: true },
);

/** The type of an action determines its fields. */
const actions = Type.Unsafe<Static<typeof action>[]>({
  type: 'array',
  minItems: 1,
  maxItems: ACTIONS_MAX,
  items: {
    type: 'object',
    jsonObject: true,
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: action.anyOf,
  },
});

const PrepareAccountBody = body({
  actions,
  wallet: Type.Optional(addressIn('The wallet, if the request has no credential.')),
  ...prepareIn(),
});

export const prepareAccount = defineRoute({
  id: 'prepareAccountTransaction',
  method: 'POST',
  path: '/v1/account/transactions',
  tag: 'Account',
  summary: 'Prepare an account transaction for your wallet to sign',
  credential: 'optional',
  body: named('PrepareAccountRequest', PrepareAccountBody),
  response: PreparedTransactionResponse,
  errors: [...ACCOUNT_ERRORS, ...PREPARE_ERRORS],
  options: ({ limitPrepares }) => ({ preHandler: limitPrepares }),
  async handle({ commands }, request) {
    const { wallet, actions, ...options } = request.body;
    const owner = walletOf(request, wallet);
    return presentPrepared(await commands.prepareAccount(owner, actions, options));
  },
});

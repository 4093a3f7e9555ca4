import { Type } from '@sinclair/typebox';
import { walletOf } from '../access.ts';
import { presentPrepared } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import { PreparedTransactionResponse } from '../schemas/bet.ts';
import * as s from '../schemas/fragments.ts';
import { AMOUNT_ERRORS, PREPARE_ERRORS } from './shared-errors.ts';

const SLOTS_MAX = 1_024;
/** Ten of the longest actions fit a version 0 transaction. */
const ACTIONS_MAX = 10;

const slots = () => s.integerIn(1, SLOTS_MAX, 'Maximum number of markets at the same time.');

const action = Type.Union(
  [
    s.body({ type: Type.Literal('open'), slots: Type.Optional(slots()) }),
    s.body({ type: Type.Literal('grow'), slots: slots() }),
    s.body({ type: Type.Literal('deposit'), ...s.moneyIn() }),
    s.body({
      type: Type.Literal('withdraw'),
      ...s.moneyIn(),
      tokenAccount: Type.Optional(
        s.addressIn('The token account of the wallet for UTILITY; default: its associated one.'),
      ),
    }),
    s.body({
      type: Type.Literal('delegate'),
      delegate: Type.Optional(
        s.addressOrNullIn('Who may bet for the wallet; default: this service; null: nobody.'),
      ),
      expiresAt: Type.Optional(s.instantIn('When the permission ends.')),
      allowance: Type.Optional(s.body(s.allowanceIn())),
    }),
    s.body({
      type: Type.Literal('autoWithdraw'),
      enabled: s.flag(
        'True: winnings are sent to the wallet as they come, and within a minute those in the ' +
          'balance: `sweepable` of `GET /v1/account`. UTILITY needs a token account.',
      ),
    }),
    s.body({
      type: Type.Literal('close'),
      forfeitSol: Type.Optional(
        s.flag(
          'Leaves the remaining SOL to the buyback. Allowed only if it is less than the rent ' +
            'of an empty account.',
        ),
      ),
      forfeitUtility: Type.Optional(
        s.flag(
          'Burns the remaining UTILITY. Allowed only if its base units are fewer than the ' +
            'lamports of rent of a token account: withdrawing it may cost more than it is worth.',
        ),
      ),
    }),
  ],
  { jsonObject: true },
);

const actions = Type.Unsafe<s.Static<typeof action>[]>({
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

const PrepareAccountBody = s.body({
  actions,
  wallet: Type.Optional(s.addressIn('The wallet, if the request has no credential.')),
  ...s.prepareIn(),
});

/** What takes money out or ends a permission is offered everywhere. */
const isWayOut = (given: s.Static<typeof action>): boolean =>
  given.type === 'delegate'
    ? given.delegate === null
    : ['withdraw', 'autoWithdraw', 'close'].includes(given.type);

export const prepareAccount = defineRoute('POST /v1/account/transactions', {
  tag: 'Account',
  summary: 'Prepare an account transaction for your wallet to sign',
  worksEverywhere: true,
  credential: 'optional',
  body: s.named('PrepareAccountRequest', PrepareAccountBody),
  response: PreparedTransactionResponse,
  errors: [
    'country_blocked',
    'operator_disabled',
    ...AMOUNT_ERRORS,
    'currency_invalid',
    'timestamp_malformed',
    'funds_insufficient',
    'bettor_missing',
    'bettor_exists',
    'bettor_not_empty',
    'sol_left_behind',
    'utility_left_behind',
    'token_account_invalid',
    'token_account_guarded',
    'token_account_requires_memo',
    'transaction_failed',
    ...PREPARE_ERRORS,
  ],
  options: ({ limitPrepares }) => ({ preHandler: limitPrepares }),
  async handle({ commands, checkCountry }, request) {
    const { wallet, actions, ...options } = request.body;
    const owner = walletOf(request, wallet);
    const refusal = actions.every(isWayOut) ? undefined : checkCountry(request);
    if (refusal) throw refusal;
    return presentPrepared(await commands.prepareAccount(owner, actions, options));
  },
});

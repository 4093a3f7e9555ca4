import { Type } from '@sinclair/typebox';
import { SCOPES } from '@tote/domain';
import {
  addressIn,
  addressOrNullIn,
  addressOut,
  amountIn,
  amountOut,
  base64In,
  body,
  choiceIn,
  choiceOut,
  currencyIn,
  instantIn,
  instantOut,
  integerIn,
  orNull,
  perCurrency,
  prepareIn,
  response,
  type Static,
  textIn,
} from './fragments.ts';
import { Position } from './market.ts';

const SLOTS_MAX = 1_024;
const ACTIONS_MAX = 10;
const NAME_CHARACTERS_MAX = 100;

const slots = () => integerIn(1, SLOTS_MAX, 'Maximum number of markets at the same time.');
const money = { currency: currencyIn(), amount: amountIn() };

const action = Type.Union(
  [
    body({ type: Type.Literal('open'), slots: Type.Optional(slots()) }),
    body({ type: Type.Literal('grow'), slots: slots() }),
    body({ type: Type.Literal('deposit'), ...money }),
    body({
      type: Type.Literal('withdraw'),
      ...money,
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

export const PrepareAccountBody = body({
  actions,
  wallet: Type.Optional(addressIn('The wallet, if the request has no credential.')),
  ...prepareIn(),
});
export type PrepareAccountBody = Static<typeof PrepareAccountBody>;

export const AccountResponse = response({
  wallet: addressOut(),
  balances: perCurrency(amountOut('What can be staked or withdrawn.')),
  staked: perCurrency(amountOut()),
  delegate: orNull(
    response({
      address: addressOut(),
      expiresAt: instantOut(),
      allowance: perCurrency(amountOut('What the delegate may still stake.')),
    }),
  ),
  autoWithdraw: Type.Boolean({ description: 'Winnings are sent to the wallet automatically.' }),
  open: Type.Boolean({ description: 'Whether the wallet has an account on chain.' }),
  slots: response({ total: Type.Integer(), used: Type.Integer() }),
  positions: Type.Array(Position),
});
export type AccountResponse = Static<typeof AccountResponse>;

export const CreateApiKeyBody = body({
  name: textIn(1, NAME_CHARACTERS_MAX, 'What the key is for.'),
  scopes: Type.Array(choiceIn(SCOPES), { minItems: 1, uniqueItems: true }),
  expiresAt: Type.Optional(
    Type.Unsafe<Static<ReturnType<typeof instantIn>> | null>({
      tote: 'instantOrNull',
      openapi: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'When the key expires; default: never.',
      },
    }),
  ),
});
export type CreateApiKeyBody = Static<typeof CreateApiKeyBody>;

const apiKey = {
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(choiceOut(SCOPES)),
  createdAt: instantOut(),
  expiresAt: orNull(instantOut()),
  lastUsedAt: orNull(instantOut()),
  revoked: Type.Boolean(),
};

export const ApiKeyResponse = response(apiKey);
export type ApiKeyResponse = Static<typeof ApiKeyResponse>;

export const CreatedApiKeyResponse = response({
  key: Type.String({ description: 'Shown only once. Store it.' }),
  ...apiKey,
});
export type CreatedApiKeyResponse = Static<typeof CreatedApiKeyResponse>;

const SIGN_IN_CHARACTERS_MAX = 4_096;

export const SignInInputResponse = response(
  {
    domain: Type.String({ description: 'The host of the page that asks, if it may; or ours.' }),
    statement: Type.String(),
    uri: Type.String(),
    version: Type.String(),
    chainId: Type.String({ examples: ['solana:mainnet'] }),
    nonce: Type.String({ description: 'Valid for 5 minutes and once.' }),
    issuedAt: instantOut(),
    expirationTime: instantOut(),
    resources: Type.Array(Type.String({ examples: ['urn:tote:scope:bet'] }), {
      description: 'The scopes of the key. Leave some out, or add one.',
    }),
  },
  { description: 'The input of `solana:signIn`.' },
);
export type SignInInputResponse = Static<typeof SignInInputResponse>;

export const SignInBody = body({
  wallet: addressIn('The wallet that has signed.'),
  message: base64In(SIGN_IN_CHARACTERS_MAX, 'The `signedMessage` of the wallet, base64.'),
  signature: textIn(1, 100, 'The signature, base58 or base64.'),
});
export type SignInBody = Static<typeof SignInBody>;

export const SignedInResponse = response({
  wallet: addressOut(),
  ...CreatedApiKeyResponse.properties,
});
export type SignedInResponse = Static<typeof SignedInResponse>;

export const FaucetBody = body(money);
export type FaucetBody = Static<typeof FaucetBody>;

export const FaucetResponse = response({
  balances: perCurrency(amountOut()),
  transactionId: Type.String(),
});
export type FaucetResponse = Static<typeof FaucetResponse>;

import { Type } from '@sinclair/typebox';
import {
  addressIn,
  addressOut,
  amountIn,
  amountOut,
  body,
  choiceOut,
  currencyIn,
  currencyOut,
  instantOut,
  oddsOut,
  outcomeIn,
  outcomeOut,
  perOutcome,
  plainOut,
  prepareIn,
  response,
  type Static,
  transactionIn,
} from './fragments.ts';

const bet = {
  outcome: outcomeIn(),
  amount: amountIn(),
  currency: Type.Optional(currencyIn()),
};

const BetBody = body(bet, { examples: [{ outcome: 'Yes', amount: 1.5, currency: 'SOL' }] });
const SignedBetBody = body({ transaction: transactionIn() });

/** The fields of a bet, or a transaction that the wallet signed; never both. */
export const PlaceBetBody = Type.Unsafe<Static<typeof BetBody> | Static<typeof SignedBetBody>>({
  type: 'object',
  jsonObject: true,
  exclusive: ['transaction', 'outcome', 'amount', 'currency'],
  if: { type: 'object', required: ['transaction'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: SignedBetBody,
  else: BetBody,
  openapi: { oneOf: [BetBody, SignedBetBody] },
});
export type PlaceBetBody = Static<typeof PlaceBetBody>;

export const PrepareBetBody = body({
  ...bet,
  wallet: Type.Optional(addressIn('The bettor, if the request has no credential.')),
  ...prepareIn(),
});
export type PrepareBetBody = Static<typeof PrepareBetBody>;

export const BetConfirmation = response({
  marketId: plainOut(),
  outcome: outcomeOut(),
  amountStaked: amountOut(),
  newTotalStake: perOutcome(amountOut()),
  newOdds: perOutcome(oddsOut()),
  transactionId: plainOut(),
  message: plainOut(),
  betId: plainOut(),
  state: choiceOut(['pending', 'confirmed']),
});
export type BetConfirmation = Static<typeof BetConfirmation>;

export const BetResponse = response({
  betId: Type.String(),
  marketId: Type.String(),
  wallet: addressOut(),
  outcome: outcomeOut(),
  amount: amountOut(),
  currency: currencyOut(),
  state: choiceOut(['pending', 'confirmed', 'failed']),
  transactionId: Type.String(),
  totalStake: perOutcome(amountOut('After this bet; while it is pending, the current stakes.')),
  odds: perOutcome(oddsOut()),
  placedAt: instantOut(),
  error: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
});
export type BetResponse = Static<typeof BetResponse>;

export const HistoryPointResponse = response({
  betId: Type.String(),
  sequence: Type.Integer(),
  outcome: outcomeOut(),
  amount: amountOut(),
  totalStake: perOutcome(amountOut('After the bet.')),
  odds: perOutcome(oddsOut()),
  placedAt: instantOut(),
});
export type HistoryPointResponse = Static<typeof HistoryPointResponse>;

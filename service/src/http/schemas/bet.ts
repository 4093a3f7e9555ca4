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
  orSigned,
  outcomeIn,
  outcomeOut,
  perOutcome,
  plainOut,
  prepareIn,
  response,
  type Static,
} from './fragments.ts';

const bet = {
  outcome: outcomeIn(),
  amount: amountIn(),
  currency: Type.Optional(currencyIn()),
};

const BetBody = body(bet, { examples: [{ outcome: 'Yes', amount: 1.5, currency: 'SOL' }] });

export const PlaceBetBody = orSigned(BetBody);
export type PlaceBetBody = Static<typeof PlaceBetBody>;

export const PrepareBetBody = body({
  ...bet,
  wallet: Type.Optional(addressIn('The bettor, if the request has no credential.')),
  ...prepareIn(),
});
export type PrepareBetBody = Static<typeof PrepareBetBody>;

export const PrepareVetoBody = body({
  wallet: Type.Optional(addressIn('The guardian, if the request has no credential.')),
  ...prepareIn(),
});
export type PrepareVetoBody = Static<typeof PrepareVetoBody>;

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

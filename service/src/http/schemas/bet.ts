import { Type } from '@sinclair/typebox';
import {
  addressOut,
  amountIn,
  amountOut,
  choiceOut,
  currencyIn,
  currencyOut,
  instantOut,
  named,
  oddsOut,
  outcomeIn,
  outcomeOut,
  perOutcome,
  response,
  type Static,
} from './fragments.ts';

/** The fields of a bet in a request. */
export const bet = {
  outcome: outcomeIn(),
  amount: amountIn(),
  currency: Type.Optional(currencyIn()),
};

const betOut = response({
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
export const BetResponse = named('Bet', betOut);
export type BetResponse = Static<typeof BetResponse>;

import { Type } from '@sinclair/typebox';
import * as s from './fragments.ts';

export const bet = {
  outcome: s.outcomeIn(),
  amount: s.amountIn(),
  currency: Type.Optional(s.currencyIn()),
  minPayoutRatio: Type.Optional(s.minRatioIn()),
};

const betOut = s.response({
  betId: Type.String(),
  marketId: Type.String(),
  wallet: s.addressOut(),
  outcome: s.outcomeOut(),
  amount: s.amountOut(),
  currency: s.currencyOut(),
  state: s.choiceOut(['pending', 'confirmed', 'failed']),
  transactionId: Type.String(),
  totalStake: s.perOutcome(s.amountOut('After this bet; while it is pending, the current stakes.')),
  odds: s.perOutcome(s.oddsOut()),
  placedAt: s.instantOut(),
  error: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
});
export const BetResponse = s.named('Bet', betOut);
export type BetResponse = s.Static<typeof BetResponse>;

const prepared = s.response({
  transaction: s.text('Base64, with empty signatures, for the wallet to sign.'),
  lastValidBlockHeight: Type.Integer(),
  summary: s.list(Type.String(), { description: 'What it will do.' }),
});

export const PreparedTransactionResponse = s.named('PreparedTransaction', prepared);
export type PreparedTransactionResponse = s.Static<typeof prepared>;

const transaction = s.response({
  transactionId: Type.String(),
  state: s.choiceOut(['pending', 'confirmed', 'finalized', 'failed']),
  slot: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
  replacedBy: Type.Optional(s.text('The transaction that replaced it.')),
  bets: Type.Array(BetResponse),
});
export const TransactionResponse = s.named('Transaction', transaction);
export type TransactionResponse = s.Static<typeof transaction>;

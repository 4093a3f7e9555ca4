import { Type } from '@sinclair/typebox';
import { BetAnswer } from './bet.ts';
import { answer, body, choiceOut, type Static, transactionIn } from './fragments.ts';

export const SubmitTransactionBody = body({ transaction: transactionIn() });
export type SubmitTransactionBody = Static<typeof SubmitTransactionBody>;

const prepared = {
  transaction: Type.String({
    description: 'Base64, with empty signatures, for the wallet to sign.',
  }),
  lastValidBlockHeight: Type.Integer(),
  summary: Type.Array(Type.String(), { description: 'What it will do.' }),
};

export const PreparedTransactionAnswer = answer(prepared);
export type PreparedTransactionAnswer = Static<typeof PreparedTransactionAnswer>;

export const PreparedMarketAnswer = answer({
  ...prepared,
  marketId: Type.String(),
  warnings: Type.Array(Type.String()),
});
export type PreparedMarketAnswer = Static<typeof PreparedMarketAnswer>;

export const TransactionAnswer = answer({
  transactionId: Type.String(),
  state: choiceOut(['pending', 'confirmed', 'finalized', 'failed']),
  slot: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
  replacedBy: Type.Optional(Type.String({ description: 'The transaction that replaced it.' })),
  bets: Type.Array(BetAnswer),
});
export type TransactionAnswer = Static<typeof TransactionAnswer>;

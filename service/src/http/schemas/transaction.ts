import { Type } from '@sinclair/typebox';
import { BetResponse } from './bet.ts';
import { body, choiceOut, response, type Static, transactionIn } from './fragments.ts';

export const SubmitTransactionBody = body({ transaction: transactionIn() });
export type SubmitTransactionBody = Static<typeof SubmitTransactionBody>;

const prepared = {
  transaction: Type.String({
    description: 'Base64, with empty signatures, for the wallet to sign.',
  }),
  lastValidBlockHeight: Type.Integer(),
  summary: Type.Array(Type.String(), { description: 'What it will do.' }),
};

export const PreparedTransactionResponse = response(prepared);
export type PreparedTransactionResponse = Static<typeof PreparedTransactionResponse>;

export const PreparedMarketResponse = response({
  ...prepared,
  marketId: Type.String(),
  warnings: Type.Array(Type.String()),
});
export type PreparedMarketResponse = Static<typeof PreparedMarketResponse>;

export const TransactionResponse = response({
  transactionId: Type.String(),
  state: choiceOut(['pending', 'confirmed', 'finalized', 'failed']),
  slot: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
  replacedBy: Type.Optional(Type.String({ description: 'The transaction that replaced it.' })),
  bets: Type.Array(BetResponse),
});
export type TransactionResponse = Static<typeof TransactionResponse>;

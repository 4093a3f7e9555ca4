import { Type } from '@sinclair/typebox';
import { BetResponse } from './bet.ts';
import { choiceOut, named, response, type Static } from './fragments.ts';

const prepared = response({
  transaction: Type.String({
    description: 'Base64, with empty signatures, for the wallet to sign.',
  }),
  lastValidBlockHeight: Type.Integer(),
  summary: Type.Array(Type.String(), { description: 'What it will do.' }),
});

export const PreparedTransactionResponse = named('PreparedTransaction', prepared);
export type PreparedTransactionResponse = Static<typeof prepared>;

const transaction = response({
  transactionId: Type.String(),
  state: choiceOut(['pending', 'confirmed', 'finalized', 'failed']),
  slot: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
  replacedBy: Type.Optional(Type.String({ description: 'The transaction that replaced it.' })),
  bets: Type.Array(BetResponse),
});
export const TransactionResponse = named('Transaction', transaction);
export type TransactionResponse = Static<typeof transaction>;

import { Type } from '@sinclair/typebox';
import { walletOf } from '../access.ts';
import { presentPrepared } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import { PreparedTransactionResponse } from '../schemas/bet.ts';
import { addressIn, body, named, prepareIn, response } from '../schemas/fragments.ts';
import { AcceptedMarketBody, CreateMarketBody } from '../schemas/market.ts';
import { toCreateMarketInput } from './create-market.ts';
import { CREATION_ERRORS, PREPARE_ERRORS, SIGNED_STAKE_ERRORS } from './shared-errors.ts';

const prepare = {
  wallet: Type.Optional(addressIn('The creator, if the request has no credential.')),
  ...prepareIn(),
};
named('PrepareMarketRequest', body({ ...CreateMarketBody.properties, ...prepare }));
const PrepareMarketBody = body(
  { ...AcceptedMarketBody.properties, ...prepare },
  { openapi: { $ref: '#/components/schemas/PrepareMarketRequest' } },
);

const PreparedMarketResponse = response({
  ...PreparedTransactionResponse.properties,
  marketId: Type.String(),
  warnings: Type.Array(Type.String()),
});

export const prepareMarket = defineRoute('POST /v1/markets/prepare', {
  tag: 'Markets',
  summary: 'Prepare the creation of a market as a transaction for your wallet to sign',
  credential: 'optional',
  body: PrepareMarketBody,
  response: PreparedMarketResponse,
  errors: [...CREATION_ERRORS, ...SIGNED_STAKE_ERRORS, ...PREPARE_ERRORS, 'rent_limit_reached'],
  options: ({ limitPrepares }) => ({ preHandler: limitPrepares }),
  async handle({ commands, queries, describe }, request) {
    const { wallet, feePayer, transactionVersion, ...market } = request.body;
    const input = toCreateMarketInput(market, describe, queries.now());
    const options = { feePayer, transactionVersion };
    const prepared = await commands.prepareMarket(walletOf(request, wallet), input, options);
    const { marketId, warnings } = prepared;
    return { ...presentPrepared(prepared), marketId, warnings: [...warnings] };
  },
});

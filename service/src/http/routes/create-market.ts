import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { idempotencyOf } from '../idempotency.ts';
import { presentMarketDetail } from '../presenters/market-detail.ts';
import { defineRoute } from '../route.ts';
import { choiceOut, named, orSigned, response } from '../schemas/fragments.ts';
import { CreateMarketBody, MarketDetail } from '../schemas/market.ts';
import { toCreateMarketInput } from './create-market-input.ts';
import { CREATION_ERRORS, STAKE_ERRORS, SUBMIT_ERRORS } from './shared-errors.ts';

const CreatedMarketResponse = response({
  ...MarketDetail.properties,
  transactionId: Type.String(),
  state: choiceOut(['pending', 'confirmed']),
});

export const createMarket = defineRoute({
  id: 'createMarket',
  method: 'POST',
  path: '/v1/markets',
  tag: 'Markets',
  summary: 'Create a market, or submit a creation that the wallet signed',
  scope: 'create',
  takesSigned: true,
  body: orSigned(CreateMarketBody),
  keepsKey: true,
  response: named('CreatedMarket', CreatedMarketResponse),
  statuses: [201, 202],
  errors: [
    ...CREATION_ERRORS,
    ...STAKE_ERRORS,
    ...SUBMIT_ERRORS,
    'market_custom',
    'market_ends_too_late',
    'fields_exclusive',
  ],
  async handle({ commands, queries, describe }, request, reply) {
    const { body, caller } = request;
    const idempotency = idempotencyOf(request);
    const { market, transactionId, state, warnings } =
      'transaction' in body
        ? await commands.createSignedMarket(caller, body.transaction, idempotency)
        : await commands.createMarket(callerOf(request), toCreateMarketInput(body), idempotency);
    reply.code(state === 'confirmed' ? 201 : 202);
    const { decimals } = queries.config();
    // Not the current time: a repeated request gets the same response.
    const context = { now: market.createdAt, decimals, describe, warnings };
    return { ...presentMarketDetail(market, context), transactionId, state };
  },
});

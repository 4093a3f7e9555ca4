import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';

const MarketResultResponse = s.response({
  marketId: Type.String(),
  winningOutcome: s.orNull(s.outcomeOut()),
  resolvedAt: s.instantOut(),
  yourWinnings: s.amountOut('Winner: stake and share. Loser: 0. Refund: the stake.'),
  claimable: Type.Boolean({ description: 'True until the winnings are credited.' }),
  currency: s.currencyOut(),
  refunded: Type.Boolean(),
});

export const getResult = defineRoute({
  id: 'getResult',
  method: 'GET',
  path: '/v1/markets/:marketId/result',
  tag: 'Markets',
  summary: 'Get what a resolved market pays you',
  scope: 'read',
  response: s.named('MarketResult', MarketResultResponse),
  errors: ['market_not_found', 'result_not_ready'],
  async handle({ queries }, request) {
    const result = await queries.getResult(request.params.marketId, callerOf(request).wallet);
    const decimals = queries.config().decimals[result.currency];
    return {
      ...result,
      yourWinnings: { value: result.yourWinnings, decimals },
      refunded: result.isRefunded,
    };
  },
});

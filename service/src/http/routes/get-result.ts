import { Type } from '@sinclair/typebox';
import { describeRefund, REFUND_REASONS } from '@tote/domain';
import { callerOf } from '../access.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';

const MarketResultResponse = s.response({
  marketId: Type.String(),
  winningOutcome: s.orNull(s.outcomeOut()),
  resolvedAt: s.instantOut(),
  yourWinnings: s.amountOut('Winner: stake and share. Loser: 0. Refund: the stake.'),
  claimable: s.flag('True until the winnings are credited. Nothing has to be claimed.'),
  paidTo: Type.Optional(
    s.choiceOut(
      ['balance', 'wallet'],
      'Where credited winnings went. balance: free to bet or withdraw. wallet: sent on, because ' +
        'the wallet chose `autoWithdraw`.',
    ),
  ),
  currency: s.currencyOut(),
  refunded: Type.Boolean(),
  refundReason: Type.Optional(s.choiceOut(REFUND_REASONS)),
  message: Type.Optional(s.text('Why it was refunded, in words.')),
});

export const getResult = defineRoute('GET /v1/markets/:marketId/result', {
  tag: 'Markets',
  summary: 'Get what a resolved market pays you',
  scope: 'read',
  response: s.named('MarketResult', MarketResultResponse),
  errors: ['market_not_found', 'result_not_ready'],
  async handle({ queries }, request) {
    const { marketId } = request.params;
    const result = await queries.getResult(marketId, callerOf(request).wallet);
    const { yourWinnings: value, currency, winningOutcome, refundReason } = result;
    return {
      ...result,
      yourWinnings: { value, decimals: queries.config().decimals[currency] },
      refunded: refundReason !== undefined,
      ...(refundReason && { message: describeRefund(refundReason, winningOutcome) }),
    };
  },
});

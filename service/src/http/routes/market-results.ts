import { Type } from '@sinclair/typebox';
import { describeRefund, LIMITS, REFUND_REASONS } from '@tote/domain';
import { callerOf } from '../access.ts';
import { getMarketOf } from '../ids.ts';
import { presentPools } from '../presenters/bet.ts';
import { presentPayout, presentReceipt } from '../presenters/receipt.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';
import { limit, offset, PAGE_ERRORS, payoutPage } from '../schemas/query.ts';
import { PayoutResponse, ReceiptResponse } from '../schemas/receipt.ts';

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

const MarketPosition = s.named(
  'MarketPosition',
  s.response({
    wallet: s.orNull(s.addressOut()),
    bettor: s.text('The account of the wallet.'),
    stakes: s.perOutcome(s.amountOut()),
  }),
);

const SampleHashResponse = s.response({
  observedAt: s.instantOut(),
  hash: s.hashOut('SHA-256 of the sample as text, in the form that samples have in the evidence.'),
});

const LaunchResponse = s.response({
  signature: s.plainOut(),
  mint: s.addressOut(),
  at: s.instantOut(),
});

export const MARKET_RESULT_ROUTES = {
  getResult: defineRoute('GET /v1/markets/:marketId/result', {
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
  }),

  getReceipt: defineRoute('GET /v1/markets/:marketId/resolution', {
    tag: 'Markets',
    summary: 'Get the receipt of a resolved market: rule, evidence, fees, payouts, transactions',
    // The default is the maximum, so that the receipt of most markets has all payouts.
    query: payoutPage(LIMITS.pageSizeMax),
    response: ReceiptResponse,
    errors: ['market_not_found', 'result_not_ready', 'address_invalid', ...PAGE_ERRORS],
    async handle({ queries, describe }, { params: { marketId }, query }) {
      const { limit = LIMITS.pageSizeMax, offset = 0, after } = query;
      const receipt = await queries.getReceipt({ marketId, limit, offset, after });
      const { decimals } = queries.config();
      return presentReceipt(receipt, { decimals, details: describe(receipt.market) });
    },
  }),

  listPayouts: defineRoute('GET /v1/markets/:marketId/payouts', {
    tag: 'Markets',
    summary: 'List the payouts of a resolved market',
    query: payoutPage(LIMITS.pageSizeDefault),
    response: Type.Array(PayoutResponse),
    errors: ['market_not_found', 'result_not_ready', 'address_invalid', ...PAGE_ERRORS],
    async handle({ queries }, { params, query }) {
      const { id: marketId, currency } = await getMarketOf(queries, params.marketId);
      const { limit = LIMITS.pageSizeDefault, offset = 0, after } = query;
      const payouts = await queries.listPayouts({ marketId, limit, offset, after });
      const decimals = queries.config().decimals[currency];
      return payouts.map((payout) => presentPayout(payout, decimals));
    },
  }),

  listPositions: defineRoute('GET /v1/markets/:marketId/positions', {
    tag: 'Markets',
    summary: 'List the largest positions in a market, by the sum of both stakes',
    query: s.body({ limit }),
    response: Type.Array(MarketPosition),
    errors: ['market_not_found', 'limit_out_of_range'],
    async handle({ queries }, { params, query: { limit: count = LIMITS.pageSizeDefault } }) {
      const { id, currency } = await getMarketOf(queries, params.marketId);
      const decimals = queries.config().decimals[currency];
      const positions = await queries.listPositions(id, count);
      return positions.map(({ stakes, ...position }) => ({
        ...{ ...position, stakes: presentPools(stakes, decimals) },
      }));
    },
  }),

  listSampleHashes: defineRoute('GET /v1/markets/:marketId/samples', {
    tag: 'Markets',
    summary: 'List the hashes of the samples that a resolved market’s evidence is about',
    query: s.body({ offset }),
    response: Type.Array(SampleHashResponse),
    errors: ['market_not_found', 'result_not_ready', 'offset_out_of_range'],
    async handle({ queries }, { params: { marketId }, query: { offset = 0 } }) {
      const hashes = await queries.listSampleHashes({ marketId, offset });
      return hashes.map(({ at, hash }) => {
        return { observedAt: at, hash: Buffer.from(hash).toString('hex') };
      });
    },
  }),

  listLaunches: defineRoute('GET /v1/markets/:marketId/launches', {
    tag: 'Markets',
    summary: 'List the launches that a resolved market’s evidence counts',
    query: s.body({ offset }),
    response: Type.Array(LaunchResponse),
    errors: ['market_not_found', 'result_not_ready', 'offset_out_of_range'],
    async handle({ queries }, { params: { marketId }, query: { offset = 0 } }) {
      return [...(await queries.listLaunches({ marketId, offset }))];
    },
  }),
};

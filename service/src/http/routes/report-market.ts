import { Type } from '@sinclair/typebox';
import { limitPerAddress } from '../client-address.ts';
import { getMarketOf } from '../ids.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import { defineRoute } from '../route.ts';
import { body, response, textIn } from '../schemas/fragments.ts';

const REASON_CHARACTERS_MAX = 500;
const PER_MINUTE = 5;

export const reportMarket = defineRoute('POST /v1/markets/:marketId/reports', {
  tag: 'Markets',
  summary: 'Report a market to the operator of this service',
  worksEverywhere: true,
  actsAgain: true,
  body: body({ reason: textIn(3, REASON_CHARACTERS_MAX, 'What is wrong with it.') }),
  response: response({ reported: Type.Boolean() }),
  errors: ['market_not_found', 'characters_not_allowed'],
  options: ({ isLoopbackLimited }) => {
    const perMinute = { requestsPerMinute: PER_MINUTE, burst: PER_MINUTE };
    const limiter = createRateLimiter({ ...perMinute, nowMs: () => performance.now() });
    return { preHandler: limitPerAddress(limiter, 'report', isLoopbackLimited) };
  },
  async handle({ queries, log }, { params, body, id: requestId }) {
    const { id: marketId } = await getMarketOf(queries, params.marketId);
    // Without control characters, which `textIn` refuses: it cannot forge a line.
    log.warn({ marketId, requestId, reason: body.reason }, 'A visitor reported a market');
    return { reported: true };
  },
});

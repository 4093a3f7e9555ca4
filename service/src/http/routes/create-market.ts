import { Type } from '@sinclair/typebox';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { CreateMarketInput, PreviewMarketInput } from '../../markets/context.ts';
import { missingExpiry } from '../../markets/preview-market.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { callerOf } from '../access.ts';
import { confirmFields } from '../confirm-fields.ts';
import { presentMarketDetail } from '../presenters/market-detail.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { choiceOut, named, orSigned, response } from '../schemas/fragments.ts';
import { AcceptedMarketBody, CreateMarketBody, MarketDetail } from '../schemas/market.ts';
import { CREATION_ERRORS, STAKE_ERRORS, SUBMIT_ERRORS } from './shared-errors.ts';

const CreatedMarketResponse = response({
  ...MarketDetail.properties,
  transactionId: Type.String(),
  state: choiceOut(['pending', 'confirmed']),
});

export const createMarket = defineRoute('POST /v1/markets', {
  tag: 'Markets',
  summary: 'Create a market, or submit a creation that the wallet signed',
  scope: 'create',
  takesSigned: true,
  body: orSigned(AcceptedMarketBody, CreateMarketBody),
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
        : await commands.createMarket(
            callerOf(request),
            toCreateMarketInput(body, describe, queries.now()),
            idempotency,
          );
    reply.code(state === 'confirmed' ? 201 : 202);
    const { decimals } = queries.config();
    // Not the current time: a repeated request gets the same response.
    const context = { now: market.createdAt, decimals, describe, warnings };
    return { ...presentMarketDetail(market, context), transactionId, state };
  },
});

/** Far above the latest valid expiry, and one year below the largest valid UnixSeconds. */
const INSTANT_MAX = unixSeconds(253_370_764_800);

type Describe = (market: MarketView) => string;

export function toCreateMarketInput(
  body: AcceptedMarketBody,
  describe: Describe,
  now: UnixSeconds,
): CreateMarketInput {
  const { expiresAt, ...input } = toPreviewMarketInput(body, describe);
  if (expiresAt === undefined) throw missingExpiry(body.question, now);
  return { ...input, expiresAt };
}

export function toPreviewMarketInput(
  body: AcceptedMarketBody,
  describe: Describe,
): PreviewMarketInput {
  const { question, tokenAddress = null, currency, condition, attestation } = body;
  return {
    question,
    tokenAddress,
    currency,
    condition,
    expiresAt: clampInstant(body.expireAt),
    closesAt: clampInstant(body.bettingClosesAt),
    attestation: attestation && { ...attestation, endsAt: clampInstant(attestation.endsAt) },
    initialStakes: body.initialStake,
    confirm: (market) => confirmFields(body, market, describe),
  };
}

/** Times derived from a clamped instant stay valid, so that the error is `duration_too_long`. */
function clampInstant(at: UnixSeconds | undefined): UnixSeconds | undefined {
  return at !== undefined && at > INSTANT_MAX ? INSTANT_MAX : at;
}

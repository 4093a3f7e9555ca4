import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { CreateMarketInput, PreviewMarketInput } from '../../markets/create-market-input.ts';
import type { CreateMarketBody } from '../schemas/market.ts';

/** Far above the latest valid expiry, and one year below the largest valid UnixSeconds. */
const INSTANT_MAX = unixSeconds(253_370_764_800);

/** Maps the names of the API to those of the service. */
export function toCreateMarketInput(body: CreateMarketBody): CreateMarketInput {
  return { ...toPreviewMarketInput(body), expiresAt: clampInstant(body.expireAt) };
}

type PreviewMarketBody = Omit<CreateMarketBody, 'expireAt'> & { readonly expireAt?: UnixSeconds };

export function toPreviewMarketInput(body: PreviewMarketBody): PreviewMarketInput {
  const { question, tokenAddress = null, expireAt, bettingClosesAt, currency } = body;
  return {
    question,
    tokenAddress,
    currency,
    ...(expireAt !== undefined && { expiresAt: clampInstant(expireAt) }),
    ...(bettingClosesAt !== undefined && { closesAt: clampInstant(bettingClosesAt) }),
    ...(body.condition !== undefined && { condition: body.condition }),
    ...(body.attestation !== undefined && { attestation: toAttestation(body.attestation) }),
    ...(body.initialStake !== undefined && { initialStake: body.initialStake }),
  };
}

function toAttestation({
  silence,
  endsAt,
}: NonNullable<CreateMarketBody['attestation']>): CreateMarketInput['attestation'] {
  return { silence, ...(endsAt !== undefined && { endsAt: clampInstant(endsAt) }) };
}

/** Times derived from a clamped instant stay valid, so that the error is `duration_too_long`. */
function clampInstant(at: UnixSeconds): UnixSeconds {
  return at > INSTANT_MAX ? INSTANT_MAX : at;
}

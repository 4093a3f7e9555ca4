import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { CreateMarketInput } from '../../use-cases/use-cases.ts';
import type { CreateMarketBody } from '../schemas/market.ts';

/** Centuries after the last instant that a market may have, and a year before time itself ends. */
const FAR_AWAY = unixSeconds(253_370_764_800);

/** The spec's names of times become the service's. */
export function toCreateMarketInput(body: CreateMarketBody): CreateMarketInput {
  const { question, tokenAddress = null, expireAt, bettingClosesAt, currency } = body;
  return {
    question,
    tokenAddress,
    expiresAt: cutFar(expireAt),
    currency,
    ...(bettingClosesAt !== undefined && { closesAt: cutFar(bettingClosesAt) }),
    ...(body.condition !== undefined && { condition: body.condition }),
    ...(body.initialStake !== undefined && { initialStake: body.initialStake }),
  };
}

/** Too far is too far; this way the times reckoned from it exist, and the refusal is clean. */
function cutFar(at: UnixSeconds): UnixSeconds {
  return at > FAR_AWAY ? FAR_AWAY : at;
}

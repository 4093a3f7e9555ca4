import { type MarketPhase, phaseAt, unixSeconds } from '@tote/domain';
import type { Market, Model } from './model.ts';

export function phaseOf({ now }: Model, market: Market): MarketPhase {
  const { times, terms, settlement } = market;
  if (!settlement) return phaseAt({ ...times, end: null }, unixSeconds(now));
  const resolvedAt = unixSeconds(market.resolvedAt);
  // A veto, like a refund for want of an outcome, is final.
  const vetoSeconds = settlement.outcome === null ? 0 : terms.vetoSeconds;
  const vetoEndsAt = unixSeconds(resolvedAt + vetoSeconds);
  const kind = settlement.kind === 'paid' ? 'resolved' : 'refunded';
  return phaseAt({ ...times, end: { kind, resolvedAt, vetoEndsAt } }, unixSeconds(now));
}

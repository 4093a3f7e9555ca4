// The rule of a market: its condition, when it counts, and its dates.
import { attestationOf } from '../../markets/attestation-of.ts';
import { decidedAt } from '../../markets/decided-at.ts';
import type { MarketView } from '../../queries/shown.ts';
import type { MarketDetail } from '../schemas/market.ts';

/** As a request has it: tokenAddress is a separate field, and there is no version. */
export function presentCondition({
  condition,
  parsedCondition,
}: Pick<MarketView, 'condition' | 'parsedCondition'>): unknown {
  if (parsedCondition.type === 'unknown') return null;
  const { version: _, tokenAddress: __, ...fields } = JSON.parse(condition);
  return fields;
}

/** An event may be attested at any time, a verdict is about the expiry. */
export function presentTiming(
  market: Pick<MarketView, 'parsedCondition' | 'expiresAt'>,
): MarketDetail['timing'] {
  const { parsedCondition: condition } = market;
  if (condition.type === 'unknown') return null;
  const silence = attestationOf(market)?.silence;
  if (silence !== undefined) return silence === 'no' ? 'any_time_before' : 'at_expiry';
  return 'timing' in condition ? condition.timing : null;
}

type Dated = Pick<
  MarketView,
  'parsedCondition' | 'closesAt' | 'expiresAt' | 'refundAt' | 'vetoSeconds'
>;

export function presentDeadlines(market: Dated): MarketDetail['deadlines'] {
  const { closesAt, expiresAt, refundAt } = market;
  return {
    bettingClosesAt: closesAt,
    expireAt: expiresAt,
    decidedBy: decidedAt(market),
    refundAt,
  };
}

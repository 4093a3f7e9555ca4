import { asWeb } from '@tote/conditions/evaluate';
import { FIRST_SECONDS_MAX } from '@tote/conditions/evaluation/evaluate-samples';
import { addSeconds, type UnixSeconds } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';
import { attestationOf } from './attestation-of.ts';

type Decided = Pick<MarketView, 'parsedCondition' | 'expiresAt' | 'vetoSeconds'>;

/** By then the outcome is final, unless data is missing. */
export function decidedAt(market: Decided): UnixSeconds {
  const { expiresAt, vetoSeconds, parsedCondition } = market;
  const attestation = attestationOf(market);
  if (attestation?.silence === 'refund') return addSeconds(attestation.endsAt, vetoSeconds);
  // Web sources are fetched after a delay that the condition states.
  const { delaySeconds: delay = 0 } = asWeb(parsedCondition) ?? {};
  return addSeconds(expiresAt, delay + FIRST_SECONDS_MAX + vetoSeconds);
}

import { answerEndsAt, silenceOf } from '@tote/conditions/attestation';
import { asAttested, asWeb } from '@tote/conditions/evaluate';
import { FIRST_SECONDS_MAX } from '@tote/conditions/evaluation/evaluate-samples';
import { addSeconds, type UnixSeconds } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';

type Decided = Pick<MarketView, 'parsedCondition' | 'expiresAt' | 'vetoSeconds'>;

export function resolvesBy(market: Decided): UnixSeconds {
  const { expiresAt, vetoSeconds, parsedCondition } = market;
  const attestation = attestationOf(market);
  if (attestation?.silence === 'refund') return addSeconds(attestation.endsAt, vetoSeconds);
  // Web sources are fetched after a delay that the condition states.
  const { delaySeconds: delay = 0 } = asWeb(parsedCondition) ?? {};
  return addSeconds(expiresAt, delay + FIRST_SECONDS_MAX + vetoSeconds);
}

/** What silence means, and until when the oracle can answer. Undefined: it is measured. */
export function attestationOf(market: Pick<MarketView, 'parsedCondition' | 'expiresAt'>) {
  const attested = asAttested(market.parsedCondition);
  if (!attested) return undefined;
  return { silence: silenceOf(attested), endsAt: answerEndsAt(attested, market.expiresAt) };
}

import { answerEndsAt, type Silence, silenceOf } from '@tote/conditions/attestation';
import { asAttested } from '@tote/conditions/evaluate';
import type { UnixSeconds } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';

interface AttestationTerms {
  readonly silence: Silence;
  /** Until when the oracle can say something. */
  readonly endsAt: UnixSeconds;
}

/** Undefined if the market is measured. */
export function attestationOf({
  parsedCondition,
  expiresAt,
}: Pick<MarketView, 'parsedCondition' | 'expiresAt'>): AttestationTerms | undefined {
  const attested = asAttested(parsedCondition);
  if (!attested) return undefined;
  return { silence: silenceOf(attested), endsAt: answerEndsAt(attested, expiresAt) };
}

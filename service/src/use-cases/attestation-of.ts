import { answerEndsAt, type Silence, silenceOf } from '@tote/conditions/attested';
import type { UnixSeconds } from '@tote/domain';
import type { MarketView } from './use-cases.ts';

interface AttestationTerms {
  readonly silence: Silence;
  /** Until when the oracle can say something. */
  readonly endsAt: UnixSeconds;
}

/** Undefined if the market is measured. */
export function attestationOf({
  parsedCondition: condition,
  expiresAt,
}: Pick<MarketView, 'parsedCondition' | 'expiresAt'>): AttestationTerms | undefined {
  if (condition.type !== 'attested') return undefined;
  return { silence: silenceOf(condition), endsAt: answerEndsAt(condition, expiresAt) };
}

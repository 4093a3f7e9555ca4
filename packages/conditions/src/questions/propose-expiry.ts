import type { UnixSeconds } from '@tote/domain';
import { unixSeconds } from '@tote/domain';
import { findMoments } from './find-moments.ts';
import { LENGTH_MAX, normaliseQuestion } from './normalise-question.ts';

/** The expiry that fits the time in the question; undefined if it names none that is to come. */
export function proposeExpiry(question: string, now: UnixSeconds): UnixSeconds | undefined {
  if (question.length > LENGTH_MAX) return undefined;
  const { text } = normaliseQuestion(question);
  const named = findMoments(text, { expiresAt: now, now }).find(({ expiries }) => expiries);
  const best = named?.expiries?.map((period) => period.best).find((moment) => moment > now);
  return best === undefined ? undefined : unixSeconds(Math.round(best));
}

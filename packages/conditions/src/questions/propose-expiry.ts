import type { UnixSeconds } from '@tote/domain';
import { unixSeconds } from '@tote/domain';
import { normaliseQuestion } from './normalise-question.ts';
import { scanQuestion } from './scan-question.ts';

/** The expiry that fits the time in the question; undefined if it names none that is to come. */
export function proposeExpiry(question: string, now: UnixSeconds): UnixSeconds | undefined {
  const { text } = normaliseQuestion(question);
  const pieces = scanQuestion(text, { expiresAt: now, now });
  const moments = pieces.flatMap((piece) => (piece.kind === 'moment' ? [piece.moment] : []));
  const named = moments.find(({ expiries }) => expiries !== undefined);
  const best = named?.expiries?.map((period) => period.best).find((moment) => moment > now);
  return best === undefined ? undefined : unixSeconds(Math.round(best));
}
